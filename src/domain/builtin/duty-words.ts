import { stems } from '../search/stems.ts'

/** Words for a duty, by stem: they stand for one another, and say nothing of what it is about. */
export const DUTY: ReadonlySet<string> = new Set(
  stems(
    'requires required mandatory compulsory obligatory obliged oblige must need needs duty demands force',
  ),
)
