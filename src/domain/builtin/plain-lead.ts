import { citation, type Note } from '../registry/framework.ts'
import type { Ruling } from '../registry/knowledge-data.ts'
import { meaningful } from '../search/stems.ts'
import { unmarked, type Statement, type StatementKind } from '../search/statements.ts'
import { citedControl } from './cited-control.ts'
import { editionsOf } from './edition-lead.ts'
import { COVERS_CASE } from './coverage.ts'
import type { Lead, Material } from './lead-material.ts'
import { wordsOfPlain, type AskedPlainly } from './plain-questions.ts'
import type { PlainPoint } from './plain-wordings.ts'
import { capitalized, shortened } from './quote.ts'
import { labelled } from './scope-lead.ts'
import { isAskedSo } from './word-by-word.ts'

/** "Is it voluntary?" has the opposite verdict of "is it mandatory?". */
const OPPOSITE = { yes: 'no', no: 'yes', depends: 'depends' } as const

/** What else somebody wants to know who asks a plain question. */
const BESIDE: Readonly<Partial<Record<PlainPoint, readonly StatementKind[]>>> = {
  binding: ['bound', 'exempt', 'penalty'],
  certificate: ['certificate', 'validity'],
  'in-force': ['date', 'bound'],
  since: ['date'],
  size: ['bound', 'exempt', 'threshold'],
  penalty: ['penalty'],
  duties: ['clock', 'bound'],
  evidence: ['certificate'],
}

/** Of each kind so many. */
const BESIDE_MOST = 2

/** A plain question is answered by its ruling, or by its row of the profile; not at all where the data has neither. */
export function plainLead(material: Material): Lead | undefined {
  const { question, all, findings } = material
  const { plain: asked } = question
  // "What does Art. 21 require?" asks for the article.
  if (!asked || findings.named.length > 0) return undefined
  if (asked.point === 'evidence' && isOnControl(material)) return undefined
  const point = pointOf(asked, material)
  const lead = answerTo({ ...asked, point }, material)
  if (!lead) return undefined
  const more = (BESIDE[point] ?? []).flatMap((kind) =>
    all.filter((one) => one.kind === kind && !lead.text.includes(one.text)).slice(0, BESIDE_MOST),
  )
  return { ...lead, covers: 1, more, ofWhole: true }
}

/** A duty: "Do small companies have to comply?" */
const OBLIGED =
  /\b(?:comply|must|(?:have|has|need|needs) to|bound|subject|mussen|müssen|muss|gebunden|doivent|doit|soumises?|tenues?|deben|debe|tienen que|devono|deve|devem|moeten|muszą|musi)(?!\p{L})|義務|의무|必须|يجب|zorunda/iu

/** A claim on a choice: "small companies may use it". */
const CHOICE = /\b(?:may|can|is for)\b/

/** What small firms may do is no answer to what they must. Where nobody must, or only some, that is told. */
function pointOf({ point, opposite }: AskedPlainly, { framework, question }: Material): PlainPoint {
  if (point !== 'size' || opposite || !OBLIGED.test(question.text)) return point
  const of = (wanted: PlainPoint): Ruling | undefined =>
    framework.data.rulings.find(({ plain }) => plain === wanted)
  const [size, binding] = [of('size'), of('binding')]
  const isChoice = size?.verdict === 'yes' && CHOICE.test(size.claim)
  return binding?.verdict === 'no' || (binding?.verdict === 'depends' && isChoice) ? 'binding' : point
}

/** The name may hide what is asked about: "evidence for the DORA register of information". */
function isOnControl({ question, findings }: Material): boolean {
  const beyond = findings.terms.own.difference(question.form).difference(wordsOfPlain('evidence'))
  return beyond.size > 0 && findings.covers >= COVERS_CASE
}

/** Nothing where the data has this very question for something else: that is found as any other question is. */
function answerTo(asked: AskedPlainly, material: Material): Omit<Lead, 'more'> | undefined {
  const { all, statements } = material
  const plain = all.find((one) => one.plain === asked.point)
  // "What does it require?" has no word of its own that a wording of the data could have.
  const exactly = statements.filter(
    ({ asked: isAsked, alike, speaksOf }) => (isAsked === true && speaksOf.length > 0) || alike !== undefined,
  )
  if (!plain) return exactly.length > 0 ? undefined : told(asked.point, material)
  const other = wordByWord(material)
  if (other) return ruled(other, false, material)
  // "Is PSD3 in force?": the name of a part was taken for the framework's.
  const rules = exactly.some((one) => one.asked === true && one.statement.verdict !== undefined)
  if (rules && !exactly.some((one) => one.statement === plain)) return undefined
  return ruled(plain, asked.opposite, material)
}

/** What the data has the question for word by word: "is EN 18031 mandatory?" does not ask for the directive. */
function wordByWord({ question, all }: Material): Statement | undefined {
  return all.find(
    (one) => one.plain === undefined && one.verdict !== undefined && isAskedSo(one, question.text),
  )
}

function ruled(statement: Statement, opposite: boolean, material: Material): Omit<Lead, 'more'> | undefined {
  const { framework, speech } = material
  if (statement.verdict === undefined) return undefined
  const verdict = speech[opposite ? OPPOSITE[statement.verdict] : statement.verdict]
  const control = framework.controls.find(({ id }) => id === statement.control)
  const place = control ? ` (**${citation(framework, control.id)}**)` : ''
  return { text: `${verdict} ${labelled(statement, material)}${place}`, control, statement }
}

/** Where no ruling answers, a row of the profile does, without a yes or no. */
function told(point: PlainPoint, material: Material): Omit<Lead, 'more'> | undefined {
  const { framework, speech } = material
  if (point === 'in-force') return { text: editionsOf(framework, speech) }
  if (point === 'structure') return structure(material)
  if (point === 'changes') return changes(material)
  if (point === 'since') return since(material)
  if (point === 'issuer') return { text: `**${speech.labels.issuer}**: ${framework.issuingBody}.` }
  const row = point === 'binding' || point === 'size' ? 'bound' : point
  const text = framework.data.profile[row]
  if (text === undefined) return undefined
  const label = `**${speech.labels[row]}**: `
  return { text: `${label}${capitalized(unmarked(text))}`, control: citedControl(framework, text) }
}

const NUMBER =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty'

/** A line that counts. */
const COUNTS = new RegExp(`\\d|\\b(?:${NUMBER})\\b`, 'i')

/** A number and what it counts: "93 controls", "Five technical control themes". */
const COUNTED = new RegExp(`(?:\\d|\\b(?:${NUMBER}))[ *]+(?!the )((?:[\\p{L}-]+ ){0,2}[\\p{L}-]+)`, 'giu')

/** So much of a line is read at a glance, in words. */
const GLANCE_WORDS = 60

/** How many there are of what is asked about: by the data's counts, or by the lines on how the framework is built. */
function structure({ framework, question, all }: Material): Omit<Lead, 'more'> | undefined {
  const lines = framework.notes.filter(({ section, text }) => section === 'Structure' && COUNTS.test(text))
  const asked = new Set(meaningful(question.text)).difference(new Set(meaningful(framework.name)))
  // "How many objectives, and how many practices?" may be told in two lines.
  const told = [...asked].flatMap((stem) => {
    const line = lines.find(({ text }) =>
      [...text.matchAll(COUNTED)].some(([, words = '']) => meaningful(words).includes(stem)),
    )
    return countOf(stem, all)?.text ?? line?.text ?? []
  })
  // Of what it has not got, what it has got is told.
  const first = all.find(({ kind, fact }) => kind === 'count' && fact !== undefined)?.text ?? lines[0]?.text
  if (told.length === 0 && first === undefined) return undefined
  const text = (told.length > 0 ? [...new Set(told)] : [first ?? ''])
    .map((line) => capitalized(shortened(unmarked(line), GLANCE_WORDS)))
    .join(' ')
  return { text }
}

/** The count of the whole, or else the first that counts the same. */
function countOf(stem: string, all: readonly Statement[]): Statement | undefined {
  const counts = all.filter(({ kind, fact }) => kind === 'count' && fact !== undefined)
  const of = (text = ''): string => meaningful(text).join(' ')
  return (
    counts.find(({ fact }) => of(fact?.subject) === stem) ??
    counts.find(({ fact }) => of(fact?.unit) === stem)
  )
}

/** The ruling on whether it applies says since when; without a year in it, the edition does. */
function since({ framework, all, speech }: Material): Omit<Lead, 'more'> {
  const told = all.find(({ plain }) => plain === 'in-force')?.text ?? ''
  const dated = /\d{4}/.test(told) ? [capitalized(told)] : []
  return { text: [...dated, editionsOf(framework, speech)].join('\n\n') }
}

/** So many changes are told. */
const CHANGES_MOST = 4

/** What changed between the editions that are named, or else what the module tells first. */
function changes({ framework, question }: Material): Omit<Lead, 'more'> | undefined {
  const told = framework.notes.filter(({ section }) => section === 'Changes between editions')
  const named = framework.editions.map(({ id }) => id).filter((id) => question.text.includes(id))
  const between = told.filter(({ text }) => named.length > 0 && named.every((id) => text.includes(id)))
  const lines = (between.length > 0 ? between : mostAbout(told, question.text)).map(({ text }) =>
    shortened(unmarked(text), GLANCE_WORDS),
  )
  if (lines.length === 0) return undefined
  const first = lines.slice(0, CHANGES_MOST)
  const text = first.length === 1 ? first.join('') : first.map((line) => `- ${line}`).join('\n')
  return { text, control: citedControl(framework, text) }
}

/** Lines by how much of what is asked they speak of: "the second amendment"; in their own order where none does. */
function mostAbout(lines: readonly Note[], asked: string): readonly Note[] {
  const words = new Set(meaningful(asked))
  const speaksOf = ({ text }: Note): number => new Set(meaningful(text)).intersection(words).size
  return lines.toSorted((a, b) => speaksOf(b) - speaksOf(a))
}
