import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { ClockJob } from '../jobs/jobs.ts'
import type { DeleteExpired } from '../jobs/remove-expired.ts'
import type { EventRules, NodeCaches } from '../live/event-rules.ts'
import type { WriteContext } from '../live/write.ts'
import type { PersonalList } from './personal-list.ts'
import type { Platform } from './platform.ts'
import type { Searches } from './search.ts'

/**
 * Everything that a feature registers. `app/features.ts` lists the features. `app/` calls each of a feature's functions with the
 * services that the function declares as its parameter.
 */
export type Feature = {
  /** The feature's procedures, keyed by their part of the contract. */
  readonly procedures?: (services: never) => Readonly<Record<string, object>>
  readonly events?: Partial<EventRules<FeedEventKind>>
  /** The feature's caches on each node, from which events drop changed data. */
  readonly caches?: (platform: Platform) => Partial<NodeCaches>
  /** Further services, such as a writer or a worker. They are created once, from the platform and the caches. */
  readonly parts?: (platform: never) => object
  /** Runs before the server listens; the feed is already followed by then. */
  readonly start?: (services: never) => unknown
  readonly stop?: (services: never) => Promise<unknown>
  /** Registers the feature's endpoints that are not procedures. */
  readonly doors?: (app: FastifyInstance, services: never) => void
  /** Descriptions of the endpoints in `doors` for the OpenAPI document, by path. */
  readonly openapi?: Readonly<Record<string, object>>
  readonly jobs?: (services: never) => readonly ClockJob[]
  /** Statements that delete expired rows every night, as the owner. */
  readonly expired?: Readonly<Record<string, DeleteExpired>>
  /** The feature's folders in the file store. Links to files in any other folder are refused. */
  readonly files?: Readonly<Record<string, StoredFolder>>
  /** The feature's part of the search across all features, by kind. */
  readonly searches?: Searches
  /** The feature's lists in the archive of a person's own data. */
  readonly personalData?: readonly PersonalList[]
  readonly beforeAccountDeletion?: BeforeAccountDeletion
}

/**
 * Called before an account is deleted, to publish everything that is deleted with the account and to end what must not outlive it.
 */
export type BeforeAccountDeletion = (its: WriteContext, userId: string) => Promise<void>

export type StoredFolder = {
  mayRead(tx: Tx, path: string, actor: Actor): Promise<boolean>
  /**
   * Returns the next rows, in order of id, that refer to the folder's files. The nightly sweep compares files and rows, and skips a
   * folder without this function.
   */
  readonly listAfter?: (tx: Tx, place: SweepPosition) => Promise<StoredFile[]>
}

export type SweepPosition = {
  readonly after: string | undefined
  readonly before: Date
  readonly limit: number
}

export type StoredFile = {
  readonly id: string
  readonly path: string
  readonly has_thumbnail: boolean
  /** True if the row is older than `before`. */
  readonly old: boolean
}
