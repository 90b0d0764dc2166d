/**
 * JSON as it is written. A scalar is its raw text, so that numbers beyond a double and broken escapes have a place; an object is a list of
 * fields with raw names, so that a name may come twice or be `__proto__`.
 */
export type JsonTree = string | { list: JsonTree[] } | { object: Field[] }

type Field = [name: string, value: JsonTree]

/** One structural change of a tree. `at` counts its places and wraps around, so that any number is one. */
export type Change = { at: number } & (
  | { do: 'replace'; text: string }
  | { do: 'remove' }
  | { do: 'repeat'; times: number }
  | { do: 'add'; name: string; text: string }
  | { do: 'nest'; depth: number; within: 'lists' | 'objects' }
  | { do: 'rename'; name: string }
)

/** Characters that a repetition comes to at most: beyond the largest body, and no more. */
const LENGTH_MAX = 1_500_000

/** The tree of a value, which is one that `JSON.stringify` writes. */
export function treeOf(value: unknown): JsonTree {
  if (Array.isArray(value)) return { list: value.map(treeOf) }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  return { object: fields.map(([name, one]) => [JSON.stringify(name), treeOf(one)]) }
}

/** The text of a tree. */
export function written(tree: JsonTree): string {
  if (typeof tree === 'string') return tree
  if ('list' in tree) return `[${tree.list.map(written).join(',')}]`
  return `{${tree.object.map(([name, value]) => `${name}:${written(value)}`).join(',')}}`
}

/** The text of a value after changes, one after the other. */
export function changedText(value: unknown, changes: readonly Change[]): string {
  return written(changes.reduce(changed, treeOf(value)))
}

/** Where a value stands: how it is read, and how something is put in its place. */
interface Place {
  value: JsonTree
  put: (values: JsonTree[]) => void
  field?: Field
}

function changed(root: JsonTree, change: Change): JsonTree {
  const holder = { list: [root] }
  const places = placesIn(holder)
  const place = places[change.at % places.length]
  if (place) apply(place, change)
  return holder.list[0] ?? 'null'
}

function apply(place: Place, change: Change): void {
  const { value, put, field } = place
  switch (change.do) {
    case 'replace':
      return put([change.text])
    case 'remove':
      return put([])
    case 'repeat': {
      const text = written(value)
      const times = Math.min(change.times, Math.ceil(LENGTH_MAX / (text.length + 1)))
      // As texts: places that are one would be changed together, and grow beyond all bounds.
      return put([value, ...Array.from({ length: times - 1 }, () => text)])
    }
    case 'rename':
      if (field) field[0] = change.name
      return
    case 'add':
      if (typeof value === 'string') return put([value, change.text])
      if ('list' in value) value.list.push(change.text)
      else value.object.push([change.name, change.text])
      return
    case 'nest': {
      const [open, close] = change.within === 'lists' ? ['[', ']'] : ['{"a":', '}']
      put([open.repeat(change.depth) + written(value) + close.repeat(change.depth)])
    }
  }
}

function placesIn(tree: JsonTree): Place[] {
  if (typeof tree === 'string') return []
  if ('list' in tree) {
    return tree.list.flatMap((value, index) => [
      { value, put: (values: JsonTree[]) => void tree.list.splice(index, 1, ...values) },
      ...placesIn(value),
    ])
  }
  return tree.object.flatMap((field, index) => {
    const [name, value] = field
    const put = (values: JsonTree[]): void =>
      void tree.object.splice(index, 1, ...values.map((one): Field => [name, one]))
    return [{ value, put, field }, ...placesIn(value)]
  })
}
