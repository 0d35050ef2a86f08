import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take much longer than others of their size, longest first. Without results of an earlier run, Vitest starts the
 * files by size, so that a long one of few lines would run at the end, alone beside an idle core.
 */
const longFiles = [
  'e2e/refetch/refetch.pg.test.ts',
  'bench/list.pg.test.ts',
  'apps/server/src/app/access-in-sql.pg.test.ts',
  'apps/server/src/db/embedded/start-embedded-postgres.pg.test.ts',
  'apps/server/src/open-export/round-trip.pg.test.ts',
  'apps/server/src/backup/portable-backup.pg.test.ts',
  'apps/server/src/app/access-to-things.pg.test.ts',
  'apps/server/src/app/bad-input.pg.test.ts',
  'apps/server/src/backup/make-backup.pg.test.ts',
  'e2e/durability/releases.pg.test.ts',
  'apps/server/src/live/hub-trouble.pg.test.ts',
  'apps/server/src/app/database-away.pg.test.ts',
  'apps/server/src/db/embedded/base-backup.pg.test.ts',
  'apps/server/src/app/who-sees-what.pg.test.ts',
  'apps/server/src/backup/backup-before-upgrade.pg.test.ts',
  'e2e/prove/list.pg.test.ts',
  'apps/server/src/app/database-restart.pg.test.ts',
  'e2e/durability/kill-nine.pg.test.ts',
  'apps/server/src/features/emergencies/responders/responders.pg.test.ts',
  'e2e/durability/closed-folder.pg.test.ts',
]
const missingFiles = longFiles.filter(it => !existsSync(join(import.meta.dirname, '../..', it)))
if (missingFiles.length > 0) throw new Error(`scripts/testing/long-files-first.ts names ${missingFiles[0]}`)

/** Starts the long files of each project first, and the others in Vitest's order. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const toRank = ({ moduleId }: TestSpecification) => {
      const rank = longFiles.indexOf(relative(this.ctx.config.root, moduleId))
      return rank === -1 ? longFiles.length : rank
    }
    const filesByProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...filesByProject.values()].flatMap(group => group.sort((a, b) => toRank(a) - toRank(b)))
  }
}
