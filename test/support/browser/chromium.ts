import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { LaunchOptions } from 'playwright-core'
import { extract } from 'tar-fs'

const unbrotli = promisify(brotliDecompress)

/** Why browser tests are skipped, in one sentence. */
export const NO_CHROMIUM =
  'browser tests are skipped: there is no Chromium here; set CHROMIUM_PATH to one, or install Chrome'

/**
 * How to launch a Chromium: `CHROMIUM_PATH`, else the one that npm brought (linux x64), else an installed Chrome. Undefined: there is
 * none.
 */
export async function chromiumLaunch(): Promise<LaunchOptions | undefined> {
  const chosen = process.env['CHROMIUM_PATH']
  // Chromium refuses to have a sandbox for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  if (chosen !== undefined && chosen !== '') return { executablePath: chosen, args }
  if (process.platform === 'linux' && process.arch === 'x64') return { ...(await packaged()), args }
  return installedChrome() ? { channel: 'chrome', args } : undefined
}

const PACKAGES = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const PACKAGE = join(PACKAGES, '@sparticuz/chromium')

/**
 * The browser within the package's archives, with the libraries and fonts that a bare machine lacks, for this process alone. The
 * package's own launcher is left aside: it trusts any program of the right name in /tmp, and switches off what these tests look at.
 */
async function packaged(): Promise<LaunchOptions> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const home = await unpacked(join(PACKAGE, 'bin'), version)
  return {
    executablePath: join(home, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(home, 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  }
}

/** Where the archives of a version are unpacked; the first who needs them does it. Two may do it at once: each renames its own. */
async function unpacked(archives: string, version: string): Promise<string> {
  const parent = await writableParent()
  const home = join(parent, `chromium-${version}`)
  if (existsSync(home)) return home
  const fresh = await mkdtemp(join(parent, 'unpacking-'))
  const program = await unbrotli(await readFile(join(archives, 'chromium.br')))
  await writeFile(join(fresh, 'chromium'), program, { mode: 0o755 })
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const archive = await unbrotli(await readFile(join(archives, `${name}.tar.br`)))
    await pipeline(Readable.from([archive]), extract(fresh))
  }
  await writeFile(join(fresh, 'fonts.conf'), fontsConf(home))
  try {
    await rename(fresh, home)
  } catch (cause) {
    if (!existsSync(home)) throw cause
    await rm(fresh, { recursive: true })
  }
  return home
}

/** Beside the packages, or where those may not be written, in this user's own part of the temporary files. */
async function writableParent(): Promise<string> {
  const beside = join(PACKAGES, '.cache')
  try {
    await mkdir(beside, { recursive: true })
    const probe = await mkdtemp(join(beside, 'probe-'))
    await rm(probe, { recursive: true })
    return beside
  } catch {
    const own = join(tmpdir(), `svc-browser-${process.getuid?.() ?? 0}`)
    await mkdir(own, { recursive: true, mode: 0o700 })
    return own
  }
}

function fontsConf(home: string): string {
  const prefer = (family: string): string =>
    `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${home}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/font-cache</cachedir>
  ${prefer('system-ui')}
  ${prefer('sans-serif')}
</fontconfig>
`
}

function installedChrome(): boolean {
  const places =
    process.platform === 'darwin'
      ? ['/Applications/Google Chrome.app']
      : ['/opt/google/chrome/chrome', '/usr/bin/google-chrome']
  return places.some((place) => existsSync(place))
}
