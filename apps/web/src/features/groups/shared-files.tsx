import { plural, t } from '@lingui/core/macro'
import { Button, Flex, Text } from '@mantine/core'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { AttachmentList } from '../files/public.ts'
import { fileTexts, moreFilesText } from './room-words.ts'

/** Maximum number of files shown before '+N more'. */
const maxShownFiles = 3

type Props = {
  groupId: string
  /** True if the title is already shown above. */
  titled?: boolean
}

/** Lists the files shared in a group: the newest three and the number of further files, or all of them on request. */
export function SharedFiles({ groupId, titled = false }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const list = usePages(orpc.groupMessages.files, { groupId })
  const files = list.rows?.map(({ file }) => file)
  const hiddenCount = (files?.length ?? 0) - maxShownFiles
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Shared files`}>
      {!titled && (
        <Text component="h2" fw={600}>
          {t`Shared files`}
        </Text>
      )}
      <Loaded list={list} failure={t`Failed to load files`} skeleton={1} />
      {files?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t`No shared files yet.`}
        </Text>
      )}
      {files && files.length > 0 && (
        <AttachmentList
          files={showsAll ? files : files.slice(0, maxShownFiles)}
          words={fileTexts}
          opensFailed
          fetchLinks={({ id: fileId }) => api.groupMessages.fileLink({ groupId, fileId })}
        />
      )}
      {hiddenCount > 0 && !showsAll && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {moreFilesText(hiddenCount, list.complete)}
        </Button>
      )}
      {showsAll && (
        <LoadMore
          list={list}
          describeCount={count => t`${plural(count, { one: '# more file', other: '# more files' })}`}
        />
      )}
    </Flex>
  )
}
