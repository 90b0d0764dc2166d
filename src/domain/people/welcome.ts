import type { Clock } from '../clock.ts'
import type { Store } from '../ledger/store.ts'
import { randomId } from '../random-text.ts'
import type { Audit } from './audit.ts'
import { AccountOwned, type PeopleStore, type Person } from './people-store.ts'

export interface WelcomeOptions {
  /** `SIGN_UP`: whether a person who was never here may come in. */
  signUp: 'open' | 'invited' | 'closed'
  /** `SIGN_UP_CREDIT_USD`, in micro-dollars. */
  creditMicros: number
  /** `OPERATOR_EMAILS`: they may always come in. */
  operators: readonly string[]
  /** An account that the first person to come in gets, so that its credit can be spent: the demo account of one machine. */
  firstAccountId?: string | undefined
}

/** Lets people in: the first sign-in is the sign-up. */
export class Welcome {
  readonly #people: PeopleStore
  readonly #store: Store
  readonly #clock: Clock
  readonly #audit: Audit
  readonly #options: WelcomeOptions

  constructor(
    { people, store, clock, audit }: { people: PeopleStore; store: Store; clock: Clock; audit: Audit },
    options: WelcomeOptions,
  ) {
    this.#people = people
    this.#store = store
    this.#clock = clock
    this.#audit = audit
    this.#options = options
  }

  /** Whether the operator's addresses hold this one. */
  isOperator(email: string): boolean {
    return this.#options.operators.includes(email)
  }

  /** Whether a person with this address may come in. */
  async mayEnter(email: string): Promise<boolean> {
    if (this.#options.signUp === 'open' || this.isOperator(email)) return true
    if (await this.#people.findByEmail(email)) return true
    return this.#options.signUp === 'invited' && (await this.#people.findInvitation(email)) !== undefined
  }

  /** The person who proved to have this address, with an account. Undefined where nobody new may come in. */
  async enter(email: string): Promise<Person | undefined> {
    if (!(await this.mayEnter(email))) return undefined
    const now = this.#clock.now()
    const { person, created } = await this.#create({ id: randomId('per_'), email, createdAt: now })
    // Also where the person was here before: a process may have died in between.
    await this.#store.createAccount({
      id: person.accountId,
      name: 'console',
      creditMicros: this.#options.creditMicros,
      now,
    })
    if (created) await this.#audit.write(person, 'account_created', { target: person.accountId })
    return person
  }

  /** With the account that waits for the first person, where nobody has it yet. */
  async #create(person: Omit<Person, 'accountId'>): ReturnType<PeopleStore['createPerson']> {
    const { firstAccountId: first } = this.#options
    if (first !== undefined && !(await this.#people.findByAccount(first))) {
      try {
        return await this.#people.createPerson({ ...person, accountId: first })
      } catch (cause) {
        if (!(cause instanceof AccountOwned)) throw cause
      }
    }
    return this.#people.createPerson({ ...person, accountId: randomId('acct_') })
  }
}
