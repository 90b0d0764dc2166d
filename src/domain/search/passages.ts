import { partsOf } from '../registry/control-parts.ts'
import type { Framework, Note } from '../registry/framework.ts'

/** What is searched of a control or note; its number is its place among the controls, with the notes behind them. */
export interface Passage {
  id: number
  title: string
  asked: string
  text: string
  group: string
}

/** So many words of the evidence name the thing that is looked for; what it has to show is much the same for every control. */
const EVIDENCE_WORDS = 3

/** Everything of a module that a search reads: its controls with people's own words for them, and the given notes. */
export function passagesOf({ controls, askedAs }: Framework, notes: readonly Note[]): Passage[] {
  return [
    ...controls.map(({ id, title, text, group }, at) => ({
      id: at,
      title: `${id} ${title}`,
      asked: (askedAs[id] ?? []).join(' '),
      text: withoutDetail(text),
      group,
    })),
    ...notes.map(({ section, text }, at) => ({
      id: controls.length + at,
      title: '',
      asked: '',
      text,
      group: section,
    })),
  ]
}

/** A control's text without what its evidence has to show. */
function withoutDetail(text: string): string {
  const { intent, evidence = '', test = '', finding = '' } = partsOf({ text })
  return [intent, evidence.split(' ').slice(0, EVIDENCE_WORDS).join(' '), test, finding].join(' ')
}
