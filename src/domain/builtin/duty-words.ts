import { stems } from '../search/stems.ts'

/** Words for a duty, by stem: they stand for one another, and say nothing of what it is about. */
export const DUTY: ReadonlySet<string> = new Set(
  stems(
    'requires required mandatory compulsory obligatory obliged oblige must need needs duty demands force',
  ),
)

/** What asks in English whether something is a duty, not whether it may be left. */
export const ASKS_FOR_DUTY = /\b(?:must|requir|mandator|oblig|need|have to|has to|compulsory|bound)/i
