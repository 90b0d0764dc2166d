import type { FrameworkDeadline } from '../../domain/registry/deadlines.ts'

/** A deadline: a day, or a clock that something starts. */
export interface DeadlineJson {
  framework: string
  kind: 'applies' | 'transition' | 'report' | 'review' | 'penalty'
  /** What must be done, or what happens then. */
  what: string
  who?: string
  /** `YYYY-MM-DD`. */
  date?: string
  /** `within` is a duration of ISO 8601; without it, without undue delay. */
  clock?: { trigger: string; within?: string; to?: string }
  control?: string
  status: 'in-force' | 'proposed' | 'postponed'
  source?: { title: string; url: string }
  /** The day on which somebody last saw the source say so. */
  checked_on: string
}

export function deadlineJson({ framework, deadline }: FrameworkDeadline): DeadlineJson {
  const { kind, what, who, control, status, source, verifiedOn } = deadline
  const told = framework.data.sources[source]
  return {
    framework: framework.id,
    kind,
    what,
    ...(who !== undefined && { who }),
    ...('on' in deadline ? { date: deadline.on } : { clock: clockJson(deadline.clock) }),
    ...(control !== undefined && { control }),
    status,
    ...(told && { source: told }),
    checked_on: verifiedOn ?? framework.updated,
  }
}

function clockJson(clock: {
  trigger: string
  within?: string | undefined
  to?: string | undefined
}): NonNullable<DeadlineJson['clock']> {
  const { trigger, within, to } = clock
  return { trigger, ...(within !== undefined && { within }), ...(to !== undefined && { to }) }
}
