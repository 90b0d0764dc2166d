import type { Framework } from './framework.ts'
import type { Deadline } from './knowledge-data.ts'
import type { Registry } from './registry.ts'

/** A deadline with the framework whose it is. */
export interface FrameworkDeadline {
  framework: Framework
  deadline: Deadline
}

/** Which deadlines are wanted; all, where nothing is said. */
export interface DeadlineFilter {
  frameworks?: readonly Framework[]
  /** A country or state (`DE`, `US-CA`), `EU`, or a region of the catalog (`eu`, `us-states`). */
  jurisdiction?: string | undefined
  /** Days, both included. Where one is given, clocks without a day are left out. */
  from?: string | undefined
  to?: string | undefined
}

/** The deadlines that the modules state: dates first, the earliest first, then clocks, in the order of the registry. */
export function listDeadlines(
  registry: Registry,
  { frameworks = [], jurisdiction, from, to }: DeadlineFilter,
): FrameworkDeadline[] {
  const among = frameworks.length > 0 ? registry.inOrder(frameworks) : registry.frameworks
  const dayOf = ({ deadline }: FrameworkDeadline): string | undefined =>
    'on' in deadline ? deadline.on : undefined
  return among
    .filter((framework) => jurisdiction === undefined || isOf(framework, jurisdiction))
    .flatMap((framework) => framework.data.deadlines.map((deadline) => ({ framework, deadline })))
    .filter((one) => {
      const day = dayOf(one)
      if (day === undefined) return from === undefined && to === undefined
      return day >= (from ?? day) && day <= (to ?? day)
    })
    .sort((a, b) => {
      const [left, right] = [dayOf(a) ?? LAST, dayOf(b) ?? LAST]
      return left < right ? -1 : Number(left > right)
    })
}

/** Behind every day. */
const LAST = '~'

function isOf({ jurisdictions, region }: Framework, asked: string): boolean {
  const wanted = asked.toLowerCase()
  return region === wanted || jurisdictions.some((one) => one.toLowerCase() === wanted)
}
