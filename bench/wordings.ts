import { AnswerComposer } from '../src/domain/builtin/compose-answer.ts'
import type { Framework } from '../src/domain/registry/framework.ts'
import type { KnowledgeData } from '../src/domain/registry/knowledge-data.ts'
import { Registry } from '../src/domain/registry/registry.ts'
import { Searches } from '../src/domain/search/searches.ts'
import { encodeWordVectors, WordVectors } from '../src/domain/search/word-vectors.ts'
import { languageOf } from '../src/domain/text/language.ts'
import { realRegistry, realThesaurus } from '../test/domain/real-registry.ts'
import { Chance } from '../tools/chance.ts'
import { learnWords } from '../tools/content/learn-words.ts'
import { examplesOf } from '../tools/content/learning-examples.ts'

/*
 * How often a question that the data does not have is answered by the statement that it is for: of every item one English wording is
 * taken away, what words mean is learnt anew from the rest, and a tenth of those taken are asked, of the framework alone and of it beside a
 * neighbour. Run: npm run bench:wordings
 */

/** One in so many of the wordings that were taken away is asked. */
const ASKED_OF = 10

/** So many characters of what an item says tell it from the others. */
const SAID_LEAST = 50

/** Beside another framework it is told in fewer. */
const BRIEFLY_SAID = 30

type Item = KnowledgeData['facts' | 'deadlines' | 'rulings'][number]

interface Taken {
  framework: Framework
  item: Item
  wording: string
}

const chance = new Chance(7)
const taken: Taken[] = []
const { frameworks, regions } = await realRegistry()
const without = new Registry(
  frameworks.map((framework): Framework => {
    const { data } = framework
    const left = <T extends Item>(items: readonly T[]): T[] => items.map((item) => takeOne(framework, item))
    const rest = {
      facts: left(data.facts),
      deadlines: left(data.deadlines),
      rulings: left(data.rulings),
    }
    return Object.defineProperties({} as Framework, {
      ...Object.getOwnPropertyDescriptors(framework),
      data: { value: { ...data, ...rest }, enumerable: true },
    })
  }),
  regions,
  [],
)
const { features, numbers } = learnWords(without.frameworks.map(examplesOf))
const vectors = new WordVectors(encodeWordVectors(features, numbers))
const composer = new AnswerComposer(
  without,
  new Searches(await realThesaurus(), () => Promise.resolve(vectors)),
)

/** How one question is put to two frameworks. */
const BESIDE: readonly ((wording: string, own: string, other: string) => string)[] = [
  (wording, own, other) => `${wording}, in ${own} and in ${other}?`,
  (wording, own, other) => `${own} vs ${other}: ${wording}`,
  (wording, own, other) => `${own} compared with ${other}, ${wording}?`,
]

const counts = { asked: 0, right: 0, verdicts: 0, opposite: 0, beside: 0, rightBeside: 0 }
for (const { framework, item, wording } of taken.filter(() => chance.below(ASKED_OF) === 0)) {
  const whole = without.get(framework.id)
  if (!whole) continue
  const answer = await composer.compose([whole], [{ role: 'user', content: wording }])
  const lead = answer.split(/^## .*\n+/m)[1] ?? answer
  counts.asked += 1
  counts.right += Number(told(lead).includes(told(item.says).slice(0, SAID_LEAST)))
  await askBeside(whole, item, wording)
  if (!('verdict' in item) || item.verdict === 'depends') continue
  const verdict = /^\W*(Yes|No)\b/.exec(lead)?.[1]?.toLowerCase()
  counts.verdicts += 1
  counts.opposite += Number(verdict !== undefined && verdict !== item.verdict)
}
process.stdout.write(`${JSON.stringify(counts)}\n`)

/** Asks it of the framework and of one of its neighbours, and looks for the statement on its side, where each is told shortly. */
async function askBeside(whole: Framework, item: Item, wording: string): Promise<void> {
  const neighbours = whole.data.neighbours.flatMap(({ framework }) => without.get(framework) ?? [])
  if (neighbours.length === 0) return
  const other = chance.one(neighbours)
  const content = chance.one(BESIDE)(wording.replace(/[?.]$/, ''), whole.name, other.name)
  const answer = await composer.compose([whole, other], [{ role: 'user', content }])
  const [sides = ''] = answer.split(/^## |^\| \|/m)
  const own = sides.includes('- **') ? sides : (answer.split(`## ${whole.name}\n`)[1] ?? answer)
  counts.beside += 1
  counts.rightBeside += Number(unmarked(told(own)).includes(unmarked(told(item.says)).slice(0, BRIEFLY_SAID)))
}

function unmarked(text: string): string {
  return text.replaceAll('**', '')
}

/** What an answer says before it tells what else matters, or what an item says, without what is only marked. */
function told(text: string): string {
  const [said = ''] = text.split(/Where it stands:|Worth knowing:| ?- Evidence:/)
  return said.toLowerCase()
}

/** An item without one of its wordings in English, where it has several. */
function takeOne<T extends Item>(framework: Framework, item: T): T {
  const english = (item.asked ?? []).filter((one) => languageOf(one) === 'en')
  if (english.length < 2) return item
  const wording = chance.one(english)
  taken.push({ framework, item, wording })
  return { ...item, asked: item.asked?.filter((one) => one !== wording) }
}
