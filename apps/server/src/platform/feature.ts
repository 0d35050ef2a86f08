import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { ClockJob } from '../jobs/jobs.ts'
import type { DeleteExpired } from '../jobs/remove-expired.ts'
import type { EventRules, NodeCaches } from '../live/event-rules.ts'
import type { PersonalList } from './personal-list.ts'
import type { Platform } from './platform.ts'

/**
 * Everything that a feature registers. `app/features.ts` lists the features; `app/` calls their functions with the services, of which
 * each function declares what it needs.
 */
export type Feature = {
  /** Its calls, by their part of the contract. */
  readonly procedures?: (services: never) => Readonly<Record<string, object>>
  readonly events?: Partial<EventRules<FeedEventKind>>
  /** What a node holds in memory; events drop from it what they change. */
  readonly caches?: (platform: Platform) => Partial<NodeCaches>
  /** Further services, such as a writer or a worker. They are made once, from the platform and the caches. */
  readonly parts?: (platform: never) => object
  /** Runs before the server listens; the feed is followed by then. */
  readonly start?: (services: never) => unknown
  readonly stop?: (services: never) => Promise<unknown>
  /** Serves its addresses that are no procedures. */
  readonly doors?: (app: FastifyInstance, services: never) => void
  /** Describes those addresses in the OpenAPI document, by path. */
  readonly openapi?: Readonly<Record<string, object>>
  readonly jobs?: (services: never) => readonly ClockJob[]
  /** Statements that run every night as the owner. */
  readonly expired?: Readonly<Record<string, DeleteExpired>>
  /** Its folders of the file store. Nobody may read what lies in any other. */
  readonly files?: Readonly<Record<string, StoredFolder>>
  /** Its lists in the archive of one's own data. */
  readonly personalData?: readonly PersonalList[]
}

export type StoredFolder = {
  mayRead(tx: Tx, path: string, actor: Actor): Promise<boolean>
  /**
   * Lists the next rows that name its files, by id. The nightly sweep compares files and rows, and leaves a folder without this alone.
   * Runs as the owner.
   */
  readonly listAfter?: (tx: Tx, place: SweepPlace) => Promise<StoredFile[]>
}

export type SweepPlace = { readonly after: string | undefined; readonly before: Date; readonly limit: number }

export type StoredFile = {
  readonly id: string
  readonly path: string
  readonly has_thumbnail: boolean
  /** The row is older than `before`. */
  readonly old: boolean
}
