import type { BaseMap } from '@muster/contract/maps.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { readStoredMap, type StoredMap } from './maps.queries.ts'

/** What environment variables say of maps; they win over what a super admin set. */
export type MapEnvironment = {
  readonly base: BaseMap | undefined
  /** What a style of the variables is drawn from besides its own host. */
  readonly hosts: readonly string[]
  readonly googleKey: string | undefined
  /** Where Google's script comes from: Google, or a stand-in of an operator without a way out. */
  readonly googleOrigin: string
}

/** The base map that counts now. */
export type MapSetting = StoredMap & {
  readonly fromEnvironment: boolean
  readonly googleKeyFromEnvironment: boolean
  readonly googleOrigin: string
}

export type MapSettingMemory = {
  /** What every answer of this node goes by: its policy, too. */
  current(): MapSetting
  load(): Promise<void>
  forget(): void
  forgetAll(): void
}

/** Holds the setting in memory: the policy of every page depends on it. A change is heard of through the feed. */
export function createMapSetting(
  db: Database,
  environment: MapEnvironment,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MapSettingMemory {
  let stored: StoredMap = { base: { kind: 'built_in' }, origins: [], googleKey: null }
  const load = async () => {
    stored = await readStoredMap(db)
  }
  // What is held stays until the newer one is read: a page without a map for a moment helps nobody.
  const reload = () =>
    void load().catch(error => log.warn({ err: error }, 'The setting of maps could not be read'))
  return {
    current: () => ({
      base: environment.base ?? stored.base,
      origins: environment.base ? environment.hosts : stored.origins,
      googleKey: environment.googleKey ?? stored.googleKey,
      fromEnvironment: environment.base !== undefined,
      googleKeyFromEnvironment: environment.googleKey !== undefined,
      googleOrigin: environment.googleOrigin,
    }),
    load,
    forget: reload,
    forgetAll: reload,
  }
}
