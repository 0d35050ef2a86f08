import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * A table belongs to the feature in whose folder of db/functions its policies stand. Only its owner's TypeScript writes and reads it;
 * other features call what the owner exports. SQL files join freely. Tables of the folders that are no feature (access, feed) belong
 * to the platform.
 */
const serverFolder = join(import.meta.dirname, '..', 'apps', 'server', 'src')
const readSources = (folder: string, isSource: (name: string) => boolean) =>
  readdirSync(join(serverFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map(name => ({
      name,
      owner: name.split('/')[0] ?? '',
      text: readFileSync(join(serverFolder, folder, name), 'utf8'),
    }))

/** Tables that most features join for a name, a status or a membership. */
const readByAll = ['user_profiles', 'zones', 'zone_assignments']

const sources = readSources(
  'features',
  name => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|\.generated\./.test(name),
)
const features = new Set(sources.map(it => it.owner))
const policies = readSources('db/functions', name => name.endsWith('.sql')).flatMap(({ owner, text }) =>
  [...text.matchAll(/^create policy \w+ on (\S+)/gm)].map(it => ({ owner, table: it[1] ?? '' })),
)
const owners = new Map(policies.map(it => [it.table, it.owner]))

const names = [...owners.keys()].map(it => it.replace('.', '\\.')).join('|')
const table = String.raw`(?:public\.)?(?<table>${names})(?![\w.(])`
const writing = [
  String.raw`(?:insert into|delete from|merge into|(?<!for )(?<!key )update)\s+${table}`,
  String.raw`(?:insertInto|deleteFrom|mergeInto|updateTable)\(\s*'${table}`,
]
const reading = [
  String.raw`(?<!delete )(?:from|join|using)\s+${table}(?=[\s)\x60;,])`,
  String.raw`,\s+${table} (?=(?!and|or|on)[a-z]{1,3}\b)`,
  String.raw`(?:from|From|using|[jJ]oin)\(\s*\[?'${table}`,
]

/** Lists the features that name another's table in one of these ways. */
function listCrossings(verb: 'reads' | 'writes', ways: readonly string[]): string[] {
  const crossings = sources.flatMap(({ owner, text }) => {
    const code = text.replace(/\/\*.*?\*\/|^\s*(?:\/\/|--).*?$/gms, '')
    return ways
      .flatMap(way => [...code.matchAll(new RegExp(way, 'g'))])
      .map(match => match.groups?.table ?? '')
      .filter(it => owners.get(it) !== owner && features.has(owners.get(it) ?? ''))
      .map(it => `${owner} ${verb} ${it}`)
  })
  return [...new Set(crossings)].sort()
}

it('the policies of a table are all in one feature’s folder', () => {
  expect(policies.filter(it => owners.get(it.table) !== it.owner)).toEqual([])
  expect(owners.size).toBeGreaterThan(120)
})

it('no feature writes another’s table: it calls a function that the owner exports', () => {
  const writers = sources.filter(({ text }) => writing.some(way => new RegExp(way).test(text)))
  expect(writers.length).toBeGreaterThan(80)
  expect(listCrossings('writes', writing)).toEqual([])
})

/** These may only become fewer: read through a function or view of the owner, and remove the line. */
const remaining = `
accounts reads broadcasts
accounts reads position_checks
accounts reads presence_history
accounts reads presence_tracking
alerts reads auth.users
alerts reads broadcasts
alerts reads emergencies
auth reads zone_captains
badges reads visitor_visits
broadcasts reads alert_orders
broadcasts reads groups
broadcasts reads presence_tracking
broadcasts reads user_alerts
dashboards reads broadcasts
dashboards reads hazards
documents reads groups
documents reads stored_files
emergencies reads attendance_corrections
emergencies reads badge_events
emergencies reads badge_states
emergencies reads badges
emergencies reads client_members
emergencies reads clients
emergencies reads hazard_steps
emergencies reads hazards
emergencies reads position_checks
emergencies reads presence_history
emergencies reads presence_tracking
emergencies reads security_events
emergencies reads shift_plans
emergencies reads user_alerts
emergencies reads visitor_visits
emergencies reads zone_entries
groups reads stored_files
imports reads clients
invitations reads past_memberships
metrics reads alert_deliveries
metrics reads backup_runs
metrics reads user_alerts
metrics reads webhook_deliveries
notices reads attendance_corrections
notices reads presence_history
notices reads presence_tracking
notices reads shift_plans
presence reads visitor_visits
push reads auth.sessions
reports reads broadcast_recipients
reports reads broadcasts
reports reads clients
reports reads group_members
reports reads hazard_steps
reports reads hazards
reports reads presence_history
reports reads presence_tracking
reports reads visitor_settings
reports reads visitor_visits
reports reads zone_entries
security reads zone_entries
settings reads emergency_people
settings reads security_events
shifts reads groups
shifts reads presence_history
shifts reads presence_tracking
users reads zone_entries
visitors reads badges
webhooks reads visitor_visits
zones reads auth.sessions
zones reads client_members
zones reads clients
zones reads emergencies
zones reads emergency_zones
zones reads presence_tracking
`

it('no feature reads another’s table, except as listed', () => {
  const crossings = listCrossings('reads', reading).filter(it => !readByAll.includes(it.split(' ')[2] ?? ''))
  expect(crossings).toEqual(remaining.trim().split('\n'))
})
