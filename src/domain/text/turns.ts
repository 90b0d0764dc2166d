/** Steps of reading after which a turn of the event loop ends: a few milliseconds of work. */
export const STEPS_A_TURN = 5_000

/** The next turn of the event loop: requests that wait are served before. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Runs work to its end, with a turn of the event loop wherever it yields, so that other requests go on. */
export async function inTurns(work: Iterator<unknown, unknown>): Promise<void> {
  while (work.next().done !== true) await nextTurn()
}

/** Runs work to its end within this turn. */
export function atOnce(work: Iterator<unknown, unknown>): void {
  let { done } = work.next()
  while (done !== true) ({ done } = work.next())
}
