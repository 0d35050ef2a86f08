import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { downloadLeftOut, type LeftOutFile } from './left-out-file.ts'

type Props = {
  /** Returns the file with the rows that the import leaves out; undefined if it leaves none out. */
  toLeftOutFile: (() => LeftOutFile) | undefined
  /** Closes the dialog, when the page of imports opens. */
  onLeave: () => void
}

/** Links below the preview or result of an import: its skipped rows as a file, and the page of imports. */
export const ImportLinks = ({ toLeftOutFile, onLeave }: Props) => (
  <Group gap="sm">
    {toLeftOutFile && (
      <Button variant="default" icon={IconDownload} onClick={() => downloadLeftOut(toLeftOutFile())}>
        {t`Download skipped rows`}
      </Button>
    )}
    <Button component={Link} to={paths.imports} onClick={onLeave} variant="subtle">
      {t`All imports`}
    </Button>
  </Group>
)
