/** Something that the service promises never to do, in one line. */
export class Violation extends Error {}

/** @throws {Violation} unless `held` */
export function hold(held: boolean, what: string): asserts held {
  if (!held) throw new Violation(what)
}
