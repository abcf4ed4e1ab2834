import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BATCH_BYTES_MAX, BODY_BYTES_MAX, STREAM_COMMENT_MS } from '#shared/limits.ts'
import { variables } from '../gateway/config/variables.ts'

const read = (name: string) => readFileSync(join('gateway/operations', name), 'utf8')
const nameOfVariable = /\b(SOTTO_[A-Z_]+|DATABASE_URL)\b/g
const port = variables.SOTTO_PORT.fallback
const runs = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-deployment-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('nginx', () => {
  const text = read('nginx.conf').replaceAll(/^\s*#.*$/gm, '')
  /** The values of a directive, wherever it stands; or in the block that begins with a line. */
  const all = (name: string, within = text) =>
    [...within.matchAll(new RegExp(`^\\s*${name}\\s+(.+);$`, 'gm'))].map(([, value]) => value)
  const block = (head: string) => text.split(`${head} {\n`)[1]?.split(/^\t?\}$/m)[0] ?? ''

  test('hands on to the port of a gateway, with the name that was asked for and the address of who asks', () => {
    expect(all('server', block('upstream sotto'))).toEqual([`127.0.0.1:${port}`])
    expect(all('proxy_pass')).toEqual(['http://sotto', 'http://sotto', 'http://sotto'])
    expect(all('proxy_set_header')).toEqual([
      'Connection ""',
      'Host $host',
      'X-Forwarded-For $remote_addr',
      'X-Forwarded-Proto $scheme',
    ])
    // Where a location sets a header of its own it has none of these.
    expect(text.split('location ').slice(1).join()).not.toContain('proxy_set_header')
    expect(read('nginx.conf')).toContain('SOTTO_TRUSTED_PROXIES=127.0.0.1,::1')
  })

  test('waits as long as a payment and a silent stream may take, and takes what the gateway takes', () => {
    const [wait = ''] = all('proxy_read_timeout')
    const needed = Math.max(Number(variables.SOTTO_RECEIPT_WAIT_MS.fallback), STREAM_COMMENT_MS)
    expect(Number.parseInt(wait ?? '', 10) * 1_000).toBeGreaterThan(needed)
    const [most] = all('client_max_body_size')
    expect(most).toMatch(/^\d+m$/)
    for (const bytes of [BODY_BYTES_MAX, BATCH_BYTES_MAX])
      expect(Number.parseInt(most ?? '', 10) * 1024 * 1024).toBeGreaterThan(bytes)
    const [rests] = all('keepalive_timeout', block('upstream sotto'))
    expect(Number.parseInt(rests ?? '', 10)).toBeLessThan(15)
    expect(all('proxy_http_version')).toEqual(['1.1'])
    expect(all('proxy_next_upstream')).toEqual([])
  })

  test('gathers no events, limits each address, speaks TLS, and keeps probes inside', () => {
    expect(block('location = /api/v1/events')).toContain('proxy_buffering off;')
    for (const limit of ['limit_conn_zone', 'limit_req_zone', 'limit_conn', 'limit_req'])
      expect(all(limit)).toHaveLength(1)
    expect(all('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3'])
    expect(all('return')).toEqual(['301 https://$host$request_uri', '404'])
    const inside = new RegExp(/^\tlocation ~ (\S+) \{$/m.exec(text)?.[1] ?? '(?!)')
    for (const path of ['/metrics', '/readyz', '/healthz', '/metrics/']) expect(path).toMatch(inside)
    for (const path of ['/api/v1/metrics', '/', '/account']) expect(path).not.toMatch(inside)
  })

  test('has no secret link in a log', () => {
    expect(all('access_log', block('location /pay/'))).toEqual(['off'])
    expect(all('error_log', block('location /pay/'))).toEqual(['/dev/null crit'])
    expect(all('access_log', text.split('return 301')[0]?.split('listen 80;')[1])).toEqual(['off'])
  })

  // On the PATH of root, or where that of others does not lead.
  const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => runs(program, '-v').error === undefined)
  test.runIf(nginx !== undefined && runs('openssl', 'version').error === undefined)('understands its file', () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=pay.example.org', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
    runs('openssl', 'req', '-x509', ...subject, '-keyout', key, '-out', certificate)
    const site = read('nginx.conf').replace(/\/etc\/letsencrypt\S+\/fullchain\.pem/, certificate)
    writeFileSync(join(folder, 'site.conf'), site.replace(/\/etc\/letsencrypt\S+\/privkey\.pem/, key))
    const whole = `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude ${folder}/site.conf;\n}\n`
    writeFileSync(join(folder, 'nginx.conf'), whole)
    const { status, stderr } = runs(nginx ?? '', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'))
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })
})

describe('Compose', () => {
  const text = read('compose.yaml')
  const settings = text.replaceAll(/^\s*#.*$/gm, '')
  const section = (head: string) => new RegExp(`^${head}:\n((?:[ ]+.*\n|\n)*)`, 'm').exec(settings)?.[1] ?? ''
  const service = (name: string) =>
    new RegExp(`^  ${name}:\n((?: {4,}.*\n|\n)*)`, 'm').exec(section('services'))?.[1] ?? ''
  const listIn = (name: string, within: string) =>
    new RegExp(`^ +${name}: \\[(.*)\\]$`, 'm')
      .exec(within)?.[1]
      ?.split(', ')
      .map((one) => one.replaceAll('"', ''))

  test('sets what is documented, and every secret by a file', () => {
    const gateway = service('gateway')
    const secrets = listIn('secrets', gateway) ?? []
    expect(secrets).toEqual([
      'DATABASE_URL',
      'SOTTO_MASTER_KEY',
      'SOTTO_METRICS_TOKEN',
      'SOTTO_OPERATOR_KEY',
      'SOTTO_RPC_URL',
    ])
    const given = new RegExp(/^ {4}environment:\n((?: {6}.*\n)*)/m).exec(gateway)?.[1] ?? ''
    const named = [...given.matchAll(/^ {6}(\w+): /gm)].map(([, name]) => name)
    const known = Object.entries(variables as Record<string, { secret?: boolean }>)
    for (const name of [...secrets, ...named.filter((one) => one !== 'NODE_ENV')])
      expect(known.map(([each]) => each)).toContain(name)
    for (const [name, { secret }] of known) if (secret) expect(named).not.toContain(name)
    for (const name of [...secrets, 'postgres-password']) {
      expect(section('secrets')).toContain(`  ${name}: { file: ./secrets/${name} }\n`)
      expect(text).toMatch(new RegExp(`^#.*> ${name}\\b`, 'm'))
    }
    expect(service('postgres')).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/postgres-password')
    expect([...text.matchAll(nameOfVariable)].map(([name]) => name)).toEqual(
      expect.arrayContaining(['SOTTO_DRAIN_MS', 'SOTTO_TRUSTED_PROXIES']),
    )
  })

  test('publishes the gateway alone, to this machine alone', () => {
    expect([...settings.matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports)).toEqual([
      `["127.0.0.1:${port}:${port}"]`,
    ])
    expect(service('gateway')).toContain(`SOTTO_PORT: "${port}"`)
    expect(service('gateway')).toContain('ports:')
    expect(listIn('networks', service('postgres'))).toEqual(['inside'])
    expect(section('networks')).toMatch(/^ {2}inside:\n {4}internal: true$/m)
    const [, host] = /SOTTO_TRUSTED_PROXIES: (\S+)/.exec(settings) ?? []
    expect(section('networks')).toContain(`gateway: ${host}\n`)
  })

  test('begins with a database that answers, says whether it lives, and stops no call in the middle', () => {
    expect(service('gateway')).toMatch(/depends_on:\n {6}postgres:\n {8}condition: service_healthy/)
    for (const name of ['gateway', 'postgres']) expect(service(name)).toContain('healthcheck:')
    const [, grace] = /stop_grace_period: (\d+)s/.exec(settings) ?? []
    expect(Number(grace) * 1_000).toBeGreaterThan(Number(variables.SOTTO_DRAIN_MS.fallback))
    const [, probe] = /CMD \["node", "-e", ("fetch.*")\]/.exec(read('Containerfile')) ?? []
    expect(probe).toBeDefined()
    expect(service('gateway')).toContain(`test: ["CMD", "node", "-e", ${probe}]`)
  })

  test.runIf(process.platform !== 'win32')('a command gets each secret under the name of its file', () => {
    mkdirSync(join(folder, 'a folder'))
    writeFileSync(join(folder, 'DATABASE_URL'), 'postgres://sotto:a&b "c" $d@postgres/sotto\n')
    writeFileSync(join(folder, 'postgres-password'), 'not a name that a shell takes')
    writeFileSync(join(folder, 'SOTTO_MASTER_KEY'), 'ab'.repeat(32))
    const run = spawnSync(
      resolve('gateway/operations/with-secrets'),
      [process.execPath, '-p', 'JSON.stringify([process.env.DATABASE_URL, process.env.SOTTO_MASTER_KEY])'],
      { encoding: 'utf8', env: { PATH: process.env.PATH, SECRETS_FOLDER: folder } },
    )
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(['postgres://sotto:a&b "c" $d@postgres/sotto', 'ab'.repeat(32)])
  })
})
