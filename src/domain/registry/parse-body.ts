import { SECTION_NAMES, type ControlEntry, type Note, type SectionName } from './framework.ts'

/** Told of the first line that cannot be read, by its index in the body, and why. It throws. */
export type Fault = (line: number, reason: string) => never

const CONTROL = /^- \*\*(?<id>[^*]+?) — (?<title>[^*]+?)\*\*: (?<text>\S.*)$/

/** An entry by its line, or undefined where the line is none. */
function parseControl(line: string, group: string): ControlEntry | undefined {
  const { id, title, text } = CONTROL.exec(line)?.groups ?? {}
  return id !== undefined && title !== undefined && text !== undefined
    ? { id, title, text, group }
    : undefined
}

/**
 * Reads the body of a module: eleven fixed sections, and under `Controls` one entry a line (`- **ID — Title**: text`), so that every
 * line is either knowledge the service can look up or a fault.
 */
export function parseBody(body: string, fault: Fault): { controls: ControlEntry[]; notes: Note[] } {
  const controls: ControlEntry[] = []
  const notes: Note[] = []
  const seen = new Set<string>()
  let section: SectionName | undefined
  let next = 0
  let group = ''
  for (const [index, line] of body.split('\n').entries()) {
    const fail = (reason: string): never => fault(index, reason)
    if (line.trim() === '') continue
    if (line.startsWith('## ')) {
      const expected = SECTION_NAMES[next]
      if (line.slice(3).trim() !== expected) fail(`expected the section "## ${expected ?? '(none)'}"`)
      section = expected
      group = ''
      next += 1
    } else if (line.startsWith('### ')) {
      group = line.slice(4).trim()
    } else if (line.startsWith('# ')) {
      fail('a module has no first-level heading')
    } else if (section === undefined) {
      fail('text before the first section')
    } else if (section === 'Controls' && /^\s*[-*+] /.test(line)) {
      const entry = parseControl(line, group)
      if (!entry) return fail('a control must read "- **ID — Title**: text"')
      if (seen.has(entry.id)) fail(`the id ${entry.id} stands twice`)
      if (group === '') fail('a control must stand under a "###" part')
      seen.add(entry.id)
      controls.push(entry)
    } else {
      notes.push({ section, text: line.trim() })
    }
  }
  const missing = SECTION_NAMES[next]
  if (missing) fault(0, `the section "## ${missing}" is missing`)
  return { controls, notes }
}

/** Reads the body of a part: entries under `###` headings, nothing else. */
export function parsePartBody(body: string, fault: Fault): ControlEntry[] {
  const controls: ControlEntry[] = []
  let group = ''
  for (const [index, line] of body.split('\n').entries()) {
    if (line.trim() === '') continue
    if (line.startsWith('### ')) {
      group = line.slice(4).trim()
      continue
    }
    const entry = group === '' ? undefined : parseControl(line, group)
    if (!entry) return fault(index, 'a part holds headings and controls only')
    controls.push(entry)
  }
  return controls
}
