/** Steps of reading after which a turn of the event loop ends: a few milliseconds of work. */
export const STEPS_A_TURN = 5_000

/** The next turn of the event loop: requests that wait are served before. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Runs work to its end, with a turn of the event loop wherever it yields, so that other requests go on. Gives what it returns. */
export async function inTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    await nextTurn()
  }
}

/** Runs work to its end within this turn. Gives what it returns. */
export function atOnce<T>(work: Iterator<unknown, T>): T {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
  }
}
