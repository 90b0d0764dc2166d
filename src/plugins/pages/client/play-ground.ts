import { createParser } from 'eventsource-parser'
import { parser, parser_end, parser_write } from 'streaming-markdown'
import { markdownRenderer } from './markdown-renderer.ts'

/** How long typing pauses before the price is asked for, in milliseconds. */
const PAUSE_MS = 600

/** How often, and how many times, the books are asked for the cost of a stopped call. */
const COST_EVERY_MS = 300
const COST_TRIES = 20

interface Disclosure {
  frameworks: { id: string; name: string; version: string; reason: string; knowledge_tokens: number }[]
  warnings: string[]
  references: { id: string; framework: string; status: string; moved_to?: string[] }[] | null
  cost_usd: number | null
}

interface Chunk {
  id: string
  choices: { delta: { content?: string }; finish_reason: string | null }[]
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  svc?: Disclosure
  error?: { message: string; code: string }
}

/**
 * The playground with scripts: the price while one types, the answer as it is written, a way to stop it. It fills the pieces that the page
 * brought along; without it the same form answers with a whole page. Nothing is kept in the browser.
 */
class PlayGround extends HTMLElement {
  #running: AbortController | undefined
  #pricing: AbortController | undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    this.#narrowPins()
    const form = this.#form
    form.addEventListener('input', () => this.#priceSoon())
    this.#priceSoon()
    if (this.dataset['streaming'] !== 'true') return
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#ask()
    })
    this.#part('stop').addEventListener('click', () => this.#running?.abort())
  }

  get #form(): HTMLFormElement {
    return this.querySelector('form') as HTMLFormElement
  }

  #part(name: string): HTMLElement {
    return this.querySelector(`[data-${name}]`) as HTMLElement
  }

  #post(path: string, signal: AbortSignal): Promise<Response> {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(this.#form))
      if (typeof value === 'string') fields.append(name, value)
    return fetch(`/console/playground/${path}`, { method: 'POST', body: fields, signal })
  }

  #priceSoon(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.#price(), PAUSE_MS)
  }

  async #price(): Promise<void> {
    this.#pricing?.abort()
    const place = this.#part('price')
    if ((this.#form.elements.namedItem('question') as HTMLTextAreaElement).value.trim() === '') {
      place.textContent = ''
      return
    }
    const pricing = (this.#pricing = new AbortController())
    try {
      const answer = await this.#post('price', pricing.signal)
      if (answer.redirected) return location.assign('/console/sign-in?to=/console/playground')
      const told = (await answer.json()) as {
        words?: string
        modules?: string[]
        error?: { message: string }
      }
      const modules = told.modules?.length ? ` Injected: ${told.modules.join(', ')}.` : ''
      place.textContent = told.error?.message ?? `${told.words}${modules}`
    } catch {
      if (!pricing.signal.aborted) place.textContent = 'The price cannot be asked for now.'
    }
  }

  async #ask(): Promise<void> {
    if (this.#running) return
    const running = (this.#running = new AbortController())
    this.#begin()
    const run = new AnswerRun(this.#part('text'), (svc, usage) => this.#facts(svc, usage))
    try {
      const answer = await this.#post('answer', running.signal)
      const next = answer.headers.get('x-form')
      if (next !== null) (this.#form.elements.namedItem('form') as HTMLInputElement).value = next
      if (!answer.ok || !answer.body) return await this.#refused(answer)
      this.#part('answer').hidden = false
      const broken = await run.read(answer.body)
      if (broken) return await this.#brokenOff(broken, run.id)
      const kept = answer.headers.get('x-svc-max-tokens-effective')
      this.#say(kept === null ? '' : (this.dataset['shortened'] ?? '').replace('N', kept))
    } catch {
      if (running.signal.aborted) await this.#stopped(run.id)
      else this.#say('The connection broke. What was produced until then may be charged: see Usage.')
    } finally {
      run.end()
      this.#end()
    }
  }

  #begin(): void {
    this.#part('text').replaceChildren()
    this.#part('facts').replaceChildren()
    this.#part('text').setAttribute('aria-busy', 'true')
    this.#part('answer').hidden = true
    this.#say('Asking …')
    this.#part('stop').hidden = false
    for (const field of this.#form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
    // Not disabled: whoever pressed it keeps their place.
    this.#askButton.setAttribute('aria-disabled', 'true')
  }

  #end(): void {
    this.#running = undefined
    this.#part('text').removeAttribute('aria-busy')
    const stop = this.#part('stop')
    const focused = document.activeElement === stop
    stop.hidden = true
    this.#askButton.removeAttribute('aria-disabled')
    if (focused) this.#askButton.focus()
  }

  get #askButton(): HTMLButtonElement {
    return this.querySelector('button[value=ask]') as HTMLButtonElement
  }

  /** Says why nothing was asked, and marks the field that it is about. */
  async #refused(answer: Response): Promise<void> {
    const told = (await answer.json().catch(() => undefined)) as
      | { error?: { message: string; param: string | null } }
      | undefined
    this.#say(
      told?.error?.message ?? 'You are signed out, or the service does not answer. Load the page anew.',
    )
    const field = this.querySelector(`#${told?.error?.param ?? 'none'}`)
    field?.setAttribute('aria-invalid', 'true')
  }

  /** Says why an answer broke off, and what it cost. */
  async #brokenOff({ code, message }: NonNullable<Chunk['error']>, id: string | undefined): Promise<void> {
    const words = (JSON.parse(this.dataset['broken'] ?? '{}') as Record<string, string>)[code] ?? message
    this.#say(words)
    const cost = id === undefined ? undefined : await costOf(id)
    if (cost) this.#say(`${words} What was produced until then cost ${dollars(cost)}.`)
  }

  /** Says what a call cost that was stopped, as soon as the books know. */
  async #stopped(id: string | undefined): Promise<void> {
    this.#say('Stopped.')
    const cost = id === undefined ? undefined : await costOf(id)
    if (cost === undefined) this.#say('Stopped. What was produced until then is charged: see Usage.')
    else this.#say(`Stopped. What was produced until then cost ${dollars(cost)}.`)
  }

  #say(words: string): void {
    const notice = this.#part('notice')
    notice.textContent = words
    notice.hidden = words === ''
  }

  #facts(svc: Disclosure, usage: Chunk['usage']): void {
    const facts = this.#part('facts')
    const costs = {
      cost: dollars(svc.cost_usd ?? 0),
      prompt: count(usage?.prompt_tokens ?? 0),
      completion: count(usage?.completion_tokens ?? 0),
    }
    facts.append(this.#piece('costs', costs))
    if (svc.warnings.length > 0) {
      facts.append(this.#piece('warnings'))
      for (const text of svc.warnings)
        facts.querySelector('.warnings')?.append(this.#piece('warning', { text }))
    }
    facts.append(this.#piece(svc.frameworks.length > 0 ? 'modules' : 'none'))
    const reasons = JSON.parse(this.dataset['reasons'] ?? '{}') as Record<string, string>
    for (const { id, name, version, reason, knowledge_tokens: tokens } of svc.frameworks) {
      const row = { id, name, version, why: reasons[reason] ?? reason, tokens: count(tokens) }
      facts.querySelector('tbody')?.append(this.#piece('module', row))
    }
    if (!svc.references?.length) return
    facts.append(this.#piece('references'))
    for (const { id, framework, status, moved_to: now = [] } of svc.references) {
      const piece = status === 'ambiguous' ? 'current' : status
      const slots = { id, framework, ...(now.length > 0 && { now: now.join(', ') }) }
      facts.querySelector('.references')?.append(this.#piece(piece, slots))
    }
  }

  /** A copy of a piece of the page, with its places filled. */
  #piece(name: string, values: Record<string, string> = {}): DocumentFragment {
    const template = this.querySelector(`template[data-piece=${name}]`) as HTMLTemplateElement
    const piece = template.content.cloneNode(true) as DocumentFragment
    for (const place of piece.querySelectorAll<HTMLElement>('[data-slot]')) {
      place.textContent = values[place.dataset['slot'] ?? ''] ?? ''
      const link = place.dataset['link']
      if (link !== undefined) place.setAttribute('href', link + encodeURIComponent(values['id'] ?? ''))
    }
    return piece
  }

  #narrowPins(): void {
    const box = this.#part('narrow')
    box.hidden = false
    const input = box.querySelector('input')
    const items = [...this.querySelectorAll<HTMLElement>('.pin-list > li')]
    input?.addEventListener('input', (event) => {
      event.stopPropagation()
      const wanted = input.value.trim().toLowerCase()
      for (const item of items) item.hidden = !(item.textContent ?? '').toLowerCase().includes(wanted)
    })
    this.#form.addEventListener('change', () => {
      const pinned = this.querySelectorAll('.pin-list input:checked').length
      this.#part('pinned').textContent = pinned > 0 ? `(${pinned} pinned)` : ''
    })
  }
}

/** One answer as it is read: its text as markdown, and at its end what it says of itself. */
class AnswerRun {
  /** The call's id, once its first chunk is there. */
  id: string | undefined
  readonly #markdown: ReturnType<typeof parser>
  readonly #done: (svc: Disclosure, usage: Chunk['usage']) => void
  #svc: Disclosure | undefined
  #usage: Chunk['usage']
  #failure: Chunk['error']

  constructor(place: HTMLElement, done: (svc: Disclosure, usage: Chunk['usage']) => void) {
    this.#markdown = parser(markdownRenderer(place))
    this.#done = done
  }

  /** Reads to the end; gives what went wrong after the beginning. */
  async read(body: NonNullable<Response['body']>): Promise<Chunk['error']> {
    const events = createParser({ onEvent: ({ data }) => this.#take(data) })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      events.feed(value)
    }
    return this.#failure
  }

  end(): void {
    parser_end(this.#markdown)
  }

  #take(data: string): void {
    if (data === '[DONE]') {
      parser_end(this.#markdown)
      if (this.#svc) this.#done(this.#svc, this.#usage)
      return
    }
    const chunk = JSON.parse(data) as Chunk
    if (chunk.error) {
      this.#failure = chunk.error
      return
    }
    this.id = chunk.id
    if (chunk.svc) this.#svc = chunk.svc
    if (chunk.usage) this.#usage = chunk.usage
    const text = chunk.choices[0]?.delta.content
    if (text) parser_write(this.#markdown, text)
  }
}

/** What a call cost in USD, once the books know; undefined where they do not soon. */
async function costOf(id: string): Promise<number | undefined> {
  for (let tries = 0; tries < COST_TRIES; tries += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, COST_EVERY_MS)
    })
    const answer = await fetch(`/console/playground/calls/${id}`)
    if (!answer.ok) return undefined
    const { running, cost_usd: cost } = (await answer.json()) as { running: boolean; cost_usd: number }
    if (!running) return cost
  }
  return undefined
}

function dollars(usd: number): string {
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`
}

function count(figure: number): string {
  return figure.toLocaleString('en-US')
}

customElements.define('play-ground', PlayGround)
