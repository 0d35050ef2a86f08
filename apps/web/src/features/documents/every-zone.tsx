import { plural, t } from '@lingui/core/macro'
import { Box, Button } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { IconFolderOpen } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { readFilters } from '../../lib/search-props.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './documents.module.css'
import type { DocumentsProps } from './documents-search.ts'
import { viewOnlyRights } from './file-acts.ts'
import { FileRow } from './file-row.tsx'
import { FolderCard } from './folder-card.tsx'
import { OrderSelect } from './order-select.tsx'

const toKey = ({ id }: Document) => id

/** Internal admins without a selected zone see this. A folder opens in its zone, where its files can be changed. */
export function EveryZone({ picker, ...address }: DocumentsProps & { picker: ReactNode }) {
  const { search, onSearch } = address
  const searchText = useDebouncedText(search.q?.trim()) || undefined
  const { sort } = search
  const total = useQuery({
    ...orpc.documents.countAll.queryOptions(searchText ? { input: { search: searchText } } : {}),
    placeholderData: keepPreviousData,
  })
  const folders = usePages(orpc.documents.allFolders, { search: searchText || undefined })
  const files = usePages(orpc.documents.files, {
    ...(searchText && { search: searchText }),
    ...(sort && { sort }),
  })
  const shownFolders = folders.rows ?? []
  const { documents: fileCount = 0 } = total.data ?? {}
  return (
    <Page
      title={t`Files & Folders`}
      count={total.data?.documents}
      countLabel={t`${plural(fileCount, { one: 'file', other: 'files' })}`}
      subtitle={t`All zones`}
      secondary={picker}
      toolbar={
        <>
          <ListSearch label={t`Search files and folders`} {...address} />
          <OrderSelect {...address} />
        </>
      }
    >
      {folders.failed && <ErrorState title={t`Failed to load files and folders`} list={folders} />}
      {shownFolders.length > 0 && (
        <ul className={classes.folders} aria-label={t`Folders`}>
          {shownFolders.map(folder => (
            <li key={folder.id}>
              <FolderCard
                folder={folder}
                may={viewOnlyRights}
                zoneName={folder.zoneName}
                onOpen={() => onSearch({ zone: folder.zoneId, folder: folder.id, q: undefined })}
              />
            </li>
          ))}
        </ul>
      )}
      {!folders.complete && shownFolders.length > 0 && (
        <Box mb="var(--m-gap)" ta="center">
          <Button variant="default" onClick={folders.readOn} loading={folders.query.isFetchingNextPage}>
            {t`Show more folders`}
          </Button>
        </Box>
      )}
      {folders.rows === undefined && !folders.failed && <CardGridSkeleton count={3} />}
      {/* The empty state is only shown once the folders have loaded. */}
      {folders.rows !== undefined &&
        !(files.rows?.length === 0 && shownFolders.length > 0) &&
        !folders.failed && (
          <List
            list={files}
            failure={t`Failed to load files and folders`}
            skeleton={<CardGridSkeleton count={3} />}
            empty={
              <EmptyState
                icon={IconFolderOpen}
                title={t`No files yet`}
                text={t`Files that zone managers share appear here.`}
              />
            }
            filters={readFilters(address, 'q')}
            emptyTexts={[t`No results`, t`Try different words.`]}
            getKey={toKey}
            estimate={66}
            minColumn={2_000}
            gap={8}
            label={t`Files`}
          >
            {document => <FileRow document={document} may={viewOnlyRights} zoneName={document.zoneName} />}
          </List>
        )}
    </Page>
  )
}
