/** `Rule 11` of `Annex VIII Rule 11`. */
const OF_ANNEX = /^Annex [IVX]+ (?!Part\b)(\p{L}{3,} .*)$/u

/** `EXI 28` of `HDS-EXI-28`; written so, it is read with a hyphen as well. */
const OF_NAME = /^(\p{L}+)-(\p{L}{2,})-(\d+)$/u

/** What is written of ids without what their framework puts first, an annex or its own name, where the rest tells them apart. */
export function idTails(name: string, ids: readonly string[]): Map<string, string> {
  const tails = ids.flatMap((id) => {
    const [, annexTail] = OF_ANNEX.exec(id) ?? []
    const [, first, word, number] = OF_NAME.exec(id) ?? []
    const tail = annexTail ?? (first === name ? `${word} ${number}` : undefined)
    return tail === undefined ? [] : [[tail, id] as const]
  })
  const counts = Map.groupBy(tails, ([tail]) => tail)
  return new Map(tails.filter(([tail]) => counts.get(tail)?.length === 1))
}
