import { t } from '@lingui/core/macro'
import { IconFileImport } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { cursorPaging, toPageLimit, usePages } from '../../lib/use-pages.ts'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ImportRow } from './import-row.tsx'

/** The files that one has imported, and for internal admins those of everybody, with what they left out and their undo. */
export function ImportsPage() {
  const list = usePages(
    orpc.imports.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: toPageLimit(cursor) }),
      ...cursorPaging,
    }),
  )
  return (
    <Page
      title={t`Imports`}
      subtitle={t`Files from which people or zones were imported. An import can be undone for 31 days.`}
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
        forbidden={{ FORBIDDEN: t`Only admins can see imports.` }}
        filters={undefined}
        emptyTexts={[t`No imports yet`]}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t`No imports yet`}
            text={t`Import people or zones under Files on their pages. Each import is then listed here.`}
          />
        }
      >
        {it => <ImportRow importRun={it} />}
      </List>
    </Page>
  )
}
