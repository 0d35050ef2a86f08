import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import {
  canPreview,
  type FetchLinks,
  FilePreview,
  lostWords,
  saveFile,
  useFileLinks,
} from '../files/public.ts'
import { fileTexts } from './file-acts.ts'

/** Each can be downloaded and, with `mayRestore`, earlier ones restored, unless their content is lost. */
export const VersionsDialog = inDialogAbout('document', Versions, {
  title: ({ document: { title = '' } = {} }) => t`Versions of ${title}`,
})

function Versions({ document, mayRestore }: { document: Document; mayRestore: boolean }) {
  const { zoneId, id: documentId } = document
  const query = useQuery(orpc.documents.versions.queryOptions({ input: { zoneId, documentId } }))
  const restore = useAct({
    call: (version: number) => api.documents.restoreVersion({ zoneId, documentId, version }),
    done: ({ version }, from) => [
      t`Version restored`,
      t`Version ${from} was restored as version ${version}.`,
    ],
    failed: t`The version couldn’t be restored. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  const loaded = <Loaded query={query} failure={t`Failed to load files and folders`} skeleton={3} />
  if (!query.data) return loaded
  return (
    <>
      {loaded}
      <Rows>
        {query.data.versions.map(({ version, file, uploadedBy, createdAt }, index) => (
          <li key={version}>
            <div>
              {index === 0 ? (
                <Trans>
                  <strong>Version {version}</strong> (current)
                </Trans>
              ) : (
                <strong>
                  <Trans>Version {version}</Trans>
                </strong>
              )}
              <Text span size="xs" c="dimmed" display="block">
                <Name>{uploadedBy}</Name> · <RelativeTime at={createdAt} /> ·{' '}
                {file.isLost ? lostWords : formatBytes(file.size)}
              </Text>
            </div>
            {!file.isLost && (
              <VersionFile
                file={file}
                version={version}
                fetchLinks={() => api.documents.fileLink({ zoneId, documentId, version })}
              />
            )}
            {index > 0 && mayRestore && !file.isLost && (
              <Button
                variant="default"
                disabled={restore.isPending}
                onClick={() => restore.mutate(version)}
                aria-label={t`Restore version ${version}`}
              >
                {t`Restore`}
              </Button>
            )}
          </li>
        ))}
      </Rows>
    </>
  )
}

type VersionFileProps = { file: Attachment; version: number; fetchLinks: FetchLinks }

function VersionFile({ file, version, fetchLinks }: VersionFileProps) {
  const dialog = useDialog()
  const fileLinks = useFileLinks(file, fetchLinks)
  const save = useAct({
    call: () => saveFile(file, fileLinks),
    done: fileTexts.done,
    failed: () => fileTexts.failed,
  })
  return (
    <>
      {canPreview(file) && (
        <Button variant="default" onClick={dialog.open} aria-label={t`Show version ${version}`}>
          {t`Show`}
        </Button>
      )}
      <ActionIcon
        icon={IconDownload}
        iconSize="1.125rem"
        variant="default"
        size={44}
        aria-label={t`Download version ${version}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      />
      <FilePreview file={file} fetchLinks={fetchLinks} {...dialog.props} />
    </>
  )
}
