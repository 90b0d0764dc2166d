import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { FrameworkDeadline } from '../../domain/registry/deadlines.ts'
import { deadlineJson } from './deadline-json.ts'

/**
 * Deadlines with a day as a calendar (RFC 5545), each an event of a whole day that blocks nobody's time; one that is not in force is tentative. The same
 * deadlines give the same bytes, and an event keeps its id when its day moves. Clocks have no day and are left out.
 */
export function deadlineCalendar(deadlines: readonly FrameworkDeadline[]): string {
  const calendar = ical({
    name: 'Compliance deadlines',
    prodId: { company: 'svc', product: 'registry' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const one of deadlines) {
    const { date, what, who, control, status, source, checked_on: checked } = deadlineJson(one)
    if (date === undefined) continue
    const { framework } = one
    const about = [
      who && `Who: ${who}`,
      control && `Control: ${control}`,
      `Status: ${status}`,
      `Checked on: ${checked}`,
      source && `Source: ${source.title}`,
    ]
    calendar.createEvent({
      id: `${createHash('sha256').update(`${framework.id} ${what}`).digest('hex').slice(0, 24)}@svc`,
      start: new Date(`${date}T00:00:00Z`),
      stamp: new Date(`${checked}T00:00:00Z`),
      allDay: true,
      timezone: 'UTC',
      summary: `${framework.name}: ${what}`,
      description: about.filter((line) => line !== undefined).join('\n'),
      status: status === 'in-force' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(source && { url: source.url }),
    })
  }
  return calendar.toString()
}
