import { t } from '@lingui/core/macro'
import { Group, Stack } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './files.module.css'
import type { OpenPdf, openPdf as OpenPdfFunction } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'

type Props = {
  content: Uint8Array
  openPdf: typeof OpenPdfFunction
  onShown?: (() => void) | undefined
  onRefused: () => void
}

const zooms = [1, 1.5, 2, 3] as const

export function PdfContent({ content, openPdf, onShown, onRefused }: Props) {
  const [pdf, setPdf] = useState<OpenPdf>()
  const [zoomIndex, setZoomIndex] = useState(0)
  const reportRefused = useEffectEvent(() => onRefused())
  useEffect(() => {
    const opening = new AbortController()
    let opened: OpenPdf | undefined
    const refuse = () => {
      if (!opening.signal.aborted) reportRefused()
    }
    // The library takes the memory of what it opens, so it gets a copy.
    openPdf(content.slice(), refuse, opening.signal)
      .then(result => {
        opened = result
        if (opening.signal.aborted) result.close()
        else setPdf(result)
      })
      .catch(refuse)
    return () => {
      opening.abort()
      opened?.close()
    }
  }, [content, openPdf])
  if (!pdf) return <ListSkeleton count={3} />
  const zoom = zooms[zoomIndex] ?? 1
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="flex-end">
        <ActionIcon
          icon={IconZoomOut}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Zoom out`}
          disabled={zoomIndex === 0}
          onClick={() => setZoomIndex(zoomIndex - 1)}
        />
        <ActionIcon
          icon={IconZoomIn}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Zoom in`}
          disabled={zoomIndex === zooms.length - 1}
          onClick={() => setZoomIndex(zoomIndex + 1)}
        />
      </Group>
      <div className={classes.pages}>
        {Array.from({ length: pdf.document.numPages }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity, and never change
            key={index}
            document={pdf.document}
            page={index + 1}
            zoom={zoom}
            onShown={index === 0 ? onShown : undefined}
            onFailed={index === 0 ? onRefused : undefined}
          />
        ))}
      </div>
    </Stack>
  )
}
