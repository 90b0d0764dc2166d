/** Time as a parameter, so that tests can move it: milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
