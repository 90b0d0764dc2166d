import type { Framework, Note } from '../registry/framework.ts'

/** What is searched of a control or note; its number is its place among the controls, with the notes behind them. */
export interface Passage {
  id: number
  title: string
  asked: string
  text: string
  group: string
}

/** Everything of a module that a search reads: its controls with people's own words for them, and the given notes. */
export function passagesOf({ controls, askedAs }: Framework, notes: readonly Note[]): Passage[] {
  return [
    ...controls.map(({ id, title, text, group }, at) => ({
      id: at,
      title: `${id} ${title}`,
      asked: (askedAs[id] ?? []).join(' '),
      text,
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
