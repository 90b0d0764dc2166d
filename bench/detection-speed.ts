import { Detector } from '../src/domain/detection/detector.ts'
import type { ChatMessage } from '../src/domain/chat-message.ts'
import type { Registry } from '../src/domain/registry/registry.ts'

/** A call as many are: nothing in it is a name. */
const SMALL: ChatMessage[] = [
  { role: 'system', content: 'You are a helpful assistant.' },
  {
    role: 'user',
    content:
      'How often should we review who has access to production systems, and what should we keep as evidence for the auditor? Answer in two sentences.',
  },
]

/** What long texts are made of, again and again. */
const UNITS: readonly (readonly [name: string, unit: string])[] = [
  [
    'prose',
    'The quarterly review begins with a list of everyone who can sign in to production, and their managers confirm each entry in turn. Where a person has changed teams, access is taken away within two days; a ticket shows who did it and when. ',
  ],
  [
    'accents',
    'Für die jährliche Überprüfung der Zugänge führt die Geschäftsleitung ein Verzeichnis; près des équipes, où l’accès a été retiré. ',
  ],
  ['JSON', '{"id":123,"user_name":"foo","createdAt":"2024-01-01T00:00:00Z"},\n'],
  ['ideographs', '中文合规审计 '],
  ['near misses', 'ISO/IEC 2700 National Institute of Standards and Tech. NIST SP 801 SOC two '],
  ['misspelled words', 'Genral Data Protecton Regulaton informaton securty managment framewrk '],
  ['identifiers', 'UkGdprSoc2Iso27001Dora checkUserAccess getHttpResponseCode '],
  ['code', 'createdAt userName getHttpResponseCode isEnabled parseJSON toLowerCase XmlReader '],
  ['ids', 'A.5.20 AC-2 CC6.1 Art. 33 3.4.1 A.8.16 800-53 SA-12 164.308 '],
  ['digits', '27001 27002 9001 2016 679 800 53 171 '],
  [
    'dense names',
    'ISO 27001, GDPR, HIPAA and NIS2 at the bank under DORA, NIST SP 800-53, SOC 2, PCI DSS v4.0.1. ',
  ],
  ['one doubted name', 'DORA '],
]

/** What people ask about, in no order: much of it stands in names, ids and signals, and none of it is one. */
const SOUP =
  'should of period release is a review change approval retention to reason backup asset request policy each evidence that owner production quarterly data incident team for risk document system audit management the with encryption contract control account access scope before shall supplier recorded and exception in'.split(
    ' ',
  )

const LENGTH = 256 * 1_024
const WARM_UP = 8
const ROUNDS = 15
const CALLS_A_ROUND = 1_000

/** Prints what detection costs, as medians of processor time: microseconds for a small call, megabytes a second for long texts. */
export async function printSpeed(registry: Registry): Promise<void> {
  const detector = new Detector(registry)
  await detector.prepare()
  const small = await medianMicros(async () => {
    for (let call = 0; call < CALLS_A_ROUND; call += 1) await detector.detect(SMALL)
  })
  process.stdout.write(`\nSmall prompt: ${(small / CALLS_A_ROUND).toFixed(1)} us\n`)
  for (const [name, unit] of UNITS) {
    const content = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
    await printText(detector, name, content)
  }
  await printText(detector, 'soup of words', soup())
}

/** Words one after another, with a full stop now and then; the same ones each time. */
function soup(): string {
  let [text, state] = ['', 1]
  while (text.length < LENGTH) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${SOUP[(state >>> 8) % SOUP.length]}${state >>> 28 === 0 ? '. ' : ' '}`
  }
  return text.slice(0, LENGTH)
}

async function printText(detector: Detector, name: string, content: string): Promise<void> {
  const micros = await medianMicros(() => detector.detect([{ role: 'user', content }]))
  const speed = Buffer.byteLength(content) / micros
  process.stdout.write(`  ${name.padEnd(18)} ${speed.toFixed(1).padStart(6)} MB/s\n`)
}

async function medianMicros(work: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < WARM_UP; round += 1) await work()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push(user + system)
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
}
