import type { ZoneRole } from '@muster/domain/role.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { createFactories, type TestUser, type TestZone } from './factories.ts'
import { createTestDatabase } from './test-database.ts'

type Factories = ReturnType<typeof createFactories>
type PersonOptions = Parameters<Factories['user']>[0] & {
  /** The role in the zone; without one the person is no member. */
  in?: ZoneRole
  /** False for a member who has not entered the zone's PIN. */
  entered?: boolean
}
type WorldOptions = Parameters<Factories['zone']>[0] & {
  /** Creates the world once for all tests of the file instead of before each. */
  once?: boolean
}

/**
 * Creates a zone and people before each test: members by their role in the zone, or by options. A person is called by their key if
 * no name is given.
 *
 * The objects stay the same for the whole file and are filled before each test, so a test must not keep one for the next.
 */
export function testWorld<const P extends Readonly<Record<string, ZoneRole | PersonOptions>>>(
  factories: { readonly make: Factories },
  people: P,
  { once = false, ...zoneOptions }: WorldOptions = {},
) {
  const zone = {} as TestZone
  const users = Object.fromEntries(Object.keys(people).map(name => [name, {}])) as Record<keyof P, TestUser>
  const prepare = once ? beforeAll : beforeEach
  prepare(async () => {
    const { make } = factories
    const createPerson = async (name: string, options: PersonOptions | ZoneRole) => {
      const { in: role, entered, ...person } = typeof options === 'string' ? { in: options } : options
      const user = await make.user({ firstName: name[0]?.toUpperCase() + name.slice(1), ...person })
      Object.assign(users[name] as TestUser, user)
      return { user, role, entered }
    }
    const [createdZone, ...created] = await Promise.all([
      make.zone(zoneOptions),
      ...Object.entries(people).map(([name, options]) => createPerson(name, options)),
    ])
    Object.assign(zone, createdZone)
    await Promise.all(
      created.map(({ user, role, entered }) => role && make.assign(user, createdZone, role, entered)),
    )
  })
  return { zone, ...users }
}

/** Opens a fresh, migrated database for all tests of a file. */
export function testDatabase(options?: Parameters<typeof openDatabase>[1]) {
  return fillOnce(['database', 'db', 'make'], async () => {
    const database = await createTestDatabase()
    const db = openDatabase(database.url, options)
    const close = async () => {
      await db.close()
      await database.drop()
    }
    return { database, db, make: createFactories(db), close }
  })
}

/**
 * Returns objects that are filled before the tests of a file and closed after them. They stay the same, so that a file can take
 * them apart at its top.
 */
export function fillOnce<T extends Record<string, object>, K extends keyof T & string>(
  keys: readonly K[],
  create: () => Promise<T & { close: () => Promise<void> }>,
): Pick<T, K> {
  const objects = Object.fromEntries(keys.map(key => [key, {}])) as Pick<T, K>
  let close: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    const created = await create()
    close = created.close
    for (const key of keys) Object.assign(objects[key], created[key])
  })
  afterAll(() => close())
  return objects
}
