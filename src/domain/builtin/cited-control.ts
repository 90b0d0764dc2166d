import { ReferenceScanner } from '../references/reference-scanner.ts'
import type { ControlEntry, Framework } from '../registry/framework.ts'

/** The first control that a text cites, or the one that holds the cited point: `Art. 2` where `Art. 2(1)` has no entry. */
export function citedControl(framework: Framework, text: string): ControlEntry | undefined {
  const scanner = new ReferenceScanner([framework])
  scanner.add(text)
  for (const { id } of scanner.references()) {
    const control = framework.controls
      .filter((one) => id === one.id || (id.startsWith(one.id) && /^[(.]/.test(id.slice(one.id.length))))
      .toSorted((a, b) => b.id.length - a.id.length)
      .at(0)
    if (control) return control
  }
  return undefined
}
