import { t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import { IconFileImport } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { usePages } from '../../lib/use-pages.ts'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ImportRow } from './import-row.tsx'

const undoDays = formatCount(limits.importUndoDays)

/** Lists the person's imports, and for internal admins everybody's, with their skipped rows and their undo. */
export function ImportsPage() {
  const list = usePages(orpc.imports.list, {}, { hasLargePages: true })
  return (
    <Page
      title={t`Imports`}
      subtitle={t`Imported files of people, zones and badges. You can undo an import for ${undoDays} days.`}
    >
      <List
        list={list}
        label={t`Imports`}
        getKey={it => it.id}
        estimate={104}
        // One column.
        minColumn={100_000}
        gap={8}
        failure={t`Failed to load imports`}
        forbidden={{ FORBIDDEN: t`You don’t have permission to view imports.` }}
        filters={undefined}
        emptyTexts={[t`No imports yet`]}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t`No imports yet`}
            text={t`To import people, zones or badges, open Files or Import on their page. Imports appear here.`}
          />
        }
      >
        {it => <ImportRow importRun={it} />}
      </List>
    </Page>
  )
}
