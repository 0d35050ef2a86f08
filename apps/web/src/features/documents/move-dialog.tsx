import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import type { FileSelection } from './file-acts.ts'
import { FolderPath } from './folder-path.tsx'

type Props = { zoneId: string; chosen: FileSelection; onClose: () => void; onDone: () => void }

export const MoveDialog = inDialogAbout('chosen', MoveForm, { title: t`Move to` })

function MoveForm({ zoneId, chosen, onClose, onDone }: Props & { chosen: FileSelection }) {
  const [folderId, setFolderId] = useState<string>()
  const folderInput = { zoneId, ...(folderId && { folderId }) }
  const query = useQuery(orpc.documents.folders.queryOptions({ input: folderInput }))
  const move = useAct({
    call: () => api.documents.move({ ...folderInput, ...chosen }),
    onDone: () => {
      onDone()
      onClose()
    },
    done: t`Moved`,
    invalidates: [orpc.documents.key()],
  })
  const folders = query.data?.folders.filter(({ id }) => !chosen.folders.includes(id))
  return (
    <ActForm
      form={{ act: move, onClose }}
      gap={0}
      label={t`Move here`}
      workingLabel={t`Moving…`}
      failed={t`Your selection couldn’t be moved. Try again.`}
    >
      <FolderPath path={query.data?.path ?? []} onOpen={setFolderId} />
      {!folders ? (
        <Loaded query={query} failure={t`Failed to load files and folders`} skeleton={2} />
      ) : folders.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t`No folders here.`}
        </Text>
      ) : (
        <Rows>
          {folders.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant="subtle"
                color="gray"
                justify="flex-start"
                icon={IconFolder}
                onClick={() => setFolderId(id)}
              >
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </Rows>
      )}
    </ActForm>
  )
}
