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
 * taken away, what words mean is learnt anew from the rest, and a tenth of those taken are asked. Run: npm run bench:wordings
 */

/** One in so many of the wordings that were taken away is asked. */
const ASKED_OF = 10

/** So many characters of what an item says tell it from the others. */
const SAID_LEAST = 50

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

const counts = { asked: 0, right: 0, verdicts: 0, opposite: 0 }
for (const { framework, item, wording } of taken.filter(() => chance.below(ASKED_OF) === 0)) {
  const whole = without.get(framework.id)
  if (!whole) continue
  const answer = await composer.compose([whole], [{ role: 'user', content: wording }])
  const lead = answer.split(/^## .*\n+/m)[1] ?? answer
  counts.asked += 1
  counts.right += Number(told(lead).includes(told(item.says).slice(0, SAID_LEAST)))
  if (!('verdict' in item) || item.verdict === 'depends') continue
  const verdict = /^\W*(Yes|No)\b/.exec(lead)?.[1]?.toLowerCase()
  counts.verdicts += 1
  counts.opposite += Number(verdict !== undefined && verdict !== item.verdict)
}
process.stdout.write(`${JSON.stringify(counts)}\n`)

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
