import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readEnv, secretSettingNames, settingNames } from '../apps/server/src/platform/env.ts'
import { serverNodeOptions } from './lib/server-memory.mjs'

const folder = new URL('../deploy/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const { version, devDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const toSetting = (name: string) => name.replace(/_FILE$/, '')
/** Settings among names of variables that do not exist, or are read from a file although they are no secret. */
const findUnknown = (names: readonly string[]) =>
  names.filter(it => !(it.endsWith('_FILE') ? secretSettingNames : settingNames).includes(toSetting(it)))

describe('env.example', () => {
  const entries = [...read('env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const names = entries.map(([name]) => name).filter(it => it !== 'MUSTER_HOST')

  /** Settings whose default suits a production installation, or that belong to a special case of a document. */
  const withGoodDefault = [
    ...['S3_PATH_STYLE', 'BACKUP_S3_PATH_STYLE', 'BACKUP_BEFORE_UPGRADE', 'DEMO_WORKERS', 'LOG_LEVEL'],
    ...['LANDING_ADMIN_EMAILS', 'WEBHOOK_ALLOW_PRIVATE', 'PUSH_ALLOW_PRIVATE', 'ZONE_FILES_QUOTA_MB'],
    ...['ZONES_MOST', 'ZONES_MOST_PER_PERSON', 'TRIES_PER_ADDRESS', 'SOCKETS_PER_ADDRESS', 'GEOCODER_URL'],
    ...['OPENFREEMAP_URL', 'MAP_STYLE_URL', 'MAP_SATELLITE_STYLE_URL', 'MAP_HOSTS', 'MAP_PMTILES'],
    ...['GOOGLE_MAPS_KEY', 'GOOGLE_MAPS_URL'],
  ]

  it('names only settings that exist, each once', () => {
    expect(findUnknown(names)).toEqual([])
    expect(names).toEqual([...new Set(names)])
  })

  it('names every setting whose default may not suit a production installation', () => {
    expect(settingNames.filter(it => !names.includes(it) && !withGoodDefault.includes(it))).toEqual([])
    expect(withGoodDefault.filter(it => names.includes(it) || !settingNames.includes(it))).toEqual([])
  })

  it('shows each secret as a file too', () => {
    const secrets = names.filter(it => secretSettingNames.includes(it))
    expect(secrets.filter(it => !names.includes(`${it}_FILE`))).toEqual([])
    expect(secrets).toContain('AUTH_SECRET')
  })

  it('has only values that the server accepts', () => {
    const values = Object.fromEntries(entries.filter(([name]) => !name.endsWith('_FILE')))
    expect(() => readEnv(values)).not.toThrow()
  })
})

type Service = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck?: object
  readonly depends_on?: readonly string[] | Readonly<Record<string, { condition: string }>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, unknown>>
  readonly volumes: Readonly<Record<string, unknown>>
}

describe.each(['compose.yml', 'compose.many.yml'])('%s', file => {
  const { services, secrets, volumes }: Compose = parse(read(file), { merge: true })
  const all = Object.values(services)
  const nodes = all.filter(it => it.image.startsWith('muster:'))

  it('passes only settings that exist, and secrets in files that it declares', () => {
    expect(nodes.length).toBeGreaterThan(0)
    for (const { environment = {}, secrets: own = [] } of nodes) {
      expect(findUnknown(Object.keys(environment))).toEqual([])
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
      expect(files.map(([, path]) => path)).toContain('/run/secrets/database_url')
      for (const [, path] of files) expect(own).toContain(path.replace('/run/secrets/', ''))
    }
    for (const name of all.flatMap(it => it.secrets ?? [])) expect(secrets).toHaveProperty(name)
  })

  it('pins every image', () => {
    for (const { image } of all) expect(image).toMatch(/:(v?\d+\.\d+|\$\{MUSTER_VERSION:-\d+\.\d+\.\d+\})/)
  })

  it('keeps data in volumes that it declares, and mounts only files that exist', () => {
    const sources = all.flatMap(it => it.volumes ?? []).map(it => it.split(':')[0] ?? '')
    for (const source of sources)
      if (source.startsWith('./')) expect(() => read(source)).not.toThrow()
      else expect(volumes).toHaveProperty(source)
    for (const service of all) expect(service.volumes?.length).toBeGreaterThan(0)
  })

  it('checks the health of what others wait for; the image of Muster has a check of its own', () => {
    const awaited = all.flatMap(({ depends_on: it = [] }) => (Array.isArray(it) ? [] : Object.keys(it)))
    expect(awaited).toContain('database')
    for (const name of awaited) expect(services[name]).toHaveProperty('healthcheck')
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*--start-period/m)
  })

  it('runs Muster on a read-only root without capabilities', () => {
    for (const { read_only, cap_drop } of nodes)
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
  })
})

it('compose.many.yml has two nodes, a primary with a standby, a store and a proxy in front of both nodes', () => {
  const { services }: Compose = parse(read('compose.many.yml'), { merge: true })
  expect(Object.keys(services)).toEqual(['one', 'two', 'database', 'standby', 'store', 'proxy'])
  expect(services.proxy?.environment).toEqual({ MUSTER_NODES: 'one:4280 two:4280' })
  // PostgreSQL's image sources a script that is not executable.
  expect(statSync(new URL('postgres/primary.sh', folder)).mode & 0o111).toBe(0o111)
})

describe('kubernetes', () => {
  type Manifest = { readonly kind: string; readonly metadata: { name: string; namespace?: string } } & Record<
    string,
    // The test reads what it expects; kubeconform knows the fields (npm run prove -- manifests).
    // biome-ignore lint/suspicious/noExplicitAny: see above
    any
  >
  const files = readdirSync(new URL('kubernetes/', folder))
  const manifests = files.flatMap(file =>
    parseAllDocuments(read(`kubernetes/${file}`)).map(it => {
      expect(it.errors).toEqual([])
      return it.toJS() as Manifest
    }),
  )
  const find = (kind: string) => manifests.find(it => it.kind === kind) ?? expect.fail(`no ${kind}`)
  const pod = find('Deployment').spec.template.spec
  const [container] = pod.containers

  it('has one of each kind, in one namespace', () => {
    const kinds = ['ConfigMap', 'Deployment', 'Ingress', 'Namespace', 'NetworkPolicy', 'PodDisruptionBudget']
    expect(manifests.map(it => it.kind).sort()).toEqual([...kinds, 'Secret', 'Service'])
    for (const { kind, metadata } of manifests)
      if (kind !== 'Namespace') expect(metadata.namespace).toBe(find('Namespace').metadata.name)
  })

  it('sets only settings that exist, with values that the server accepts', () => {
    const variables: { name: string; value?: string }[] = container.env
    const names = [...Object.keys(find('ConfigMap').data), ...variables.map(it => it.name)]
    expect(findUnknown(names)).toEqual([])
    expect(names).toEqual([...new Set(names)])
    const { BACKUP_KEY, 'anchor-key': _, ...secrets } = find('Secret').stringData
    expect(BACKUP_KEY).toMatch(/^age1/)
    expect(() => readEnv({ ...find('ConfigMap').data, ...secrets })).not.toThrow()
  })

  it('mounts every secret that a setting reads, and passes none as a variable', () => {
    const { stringData } = find('Secret')
    const variables: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[] =
      container.env
    for (const { name, value, valueFrom } of variables) {
      expect(secretSettingNames).not.toContain(name)
      if (name.endsWith('_FILE')) expect(value).toBe(`/run/secrets/muster/${toSetting(name)}`)
      if (name.endsWith('_FILE')) expect(stringData).toHaveProperty(toSetting(name))
      if (valueFrom) expect(stringData).toHaveProperty(valueFrom.secretKeyRef.key)
    }
    const mounted = Object.keys(stringData).filter(it => secretSettingNames.includes(it))
    expect(variables.map(it => it.name)).toEqual(expect.arrayContaining(mounted.map(it => `${it}_FILE`)))
  })

  it('uses the ports and the account of the image, and probes that the server answers', () => {
    const dockerfile = read('Dockerfile')
    const ports: { name: string; containerPort: number }[] = container.ports
    const byName = Object.fromEntries(ports.map(it => [it.name, it.containerPort]))
    expect(dockerfile).toContain(`EXPOSE ${byName.http}`)
    expect(read('compose.yml')).toContain(`muster:${byName.http}`)
    expect(String(byName.metrics)).toBe(find('ConfigMap').data.METRICS_PORT)
    expect(dockerfile).toContain(`--uid ${pod.securityContext.runAsUser} `)
    expect(container.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' })
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
    expect(find('Service').spec.ports[0].targetPort).toBe('http')
  })

  it('runs two pods without privileges, and keeps one during maintenance', () => {
    expect(find('Deployment').spec.replicas).toBe(2)
    expect(find('PodDisruptionBudget').spec.minAvailable).toBe(1)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    for (const { image, securityContext } of [...pod.initContainers, container]) {
      expect(image).toBe(container.image)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  it('selects the pods of the deployment everywhere', () => {
    const { labels } = find('Deployment').spec.template.metadata
    expect(find('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(find('Service').spec.selector).toEqual(labels)
    expect(find('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(find('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels)
  })
})

it('every file names the version of package.json as the image of Muster', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(it => it.isFile())
  const named = files.flatMap(it =>
    [
      ...readFileSync(`${it.parentPath}/${it.name}`, 'utf8').matchAll(
        /muster:(?:\$\{MUSTER_VERSION:-)?(\d+\.\d+\.\d+)/g,
      ),
    ].map(([, number]) => [it.name, number]),
  )
  expect(named.filter(([, number]) => number !== version)).toEqual([])
  expect(new Set(named.map(([file]) => file))).toEqual(
    new Set(['Dockerfile', 'compose.yml', 'compose.many.yml', 'deployment.yaml']),
  )
})

it('the image is built with the Node of package.json, on bases with exact tags', () => {
  const bases = Object.fromEntries(
    [...read('Dockerfile').matchAll(/^ARG (NODE|DEBIAN)=(\S+)$/gm)].map(([, name, image]) => [name, image]),
  )
  expect(bases.NODE).toBe(`node:${devDependencies.node}-bookworm-slim`)
  expect(bases.DEBIAN).toMatch(/^debian:bookworm-\d{8}-slim$/)
  const stages = [...read('Dockerfile').matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, name]) => name)
  expect(stages).toEqual(['NODE', 'DEBIAN'])
})

it('the unit and the image start Node with the options of npm start', () => {
  for (const option of serverNodeOptions) {
    expect(read('muster.service')).toContain(` ${option} `)
    expect(read('Dockerfile')).toContain(`"${option}"`)
  }
})

// `npm run prove -- proxies` runs both files.
it('nginx.conf replaces the forwarded address of a client, passes on upgrades and limits no body', () => {
  const nginx = read('nginx.conf')
  expect(nginx).toMatch(/X-Forwarded-For \$remote_addr;/)
  expect(nginx).not.toMatch(/X-Forwarded-For \$proxy_add/)
  expect(nginx).toMatch(/Upgrade \$http_upgrade;/)
  expect(nginx).toMatch(/proxy_http_version 1\.1;/)
  expect(nginx).toMatch(/client_max_body_size 0;/)
})

it('Caddyfile trusts no address that a client claims, and sends requests to nodes that are ready', () => {
  const caddy = read('Caddyfile')
  expect(caddy).not.toMatch(/trusted_proxies|header_up (?!-X-Request-Id)|max_size|encode/)
  expect(caddy).toMatch(/health_uri \/readyz/)
})
