/** What is written of an annex's ids by their own word, where it tells them apart: `Rule 11` of `Annex VIII Rule 11`. */
export function annexTails(ids: readonly string[]): Map<string, string> {
  const tails = ids.flatMap((id) => {
    const [, tail] = /^Annex [IVX]+ (?!Part\b)(\p{L}{3,} .*)$/u.exec(id) ?? []
    return tail === undefined ? [] : [[tail, id] as const]
  })
  const counts = Map.groupBy(tails, ([tail]) => tail)
  return new Map(tails.filter(([tail]) => counts.get(tail)?.length === 1))
}
