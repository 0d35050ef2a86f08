import { Plural } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'

/** Shows the number of attachments beside a paper clip; screen readers announce it as '3 attachments'. */
export const AttachmentCount = ({ count }: { count: number }) => (
  <span>
    <IconPaperclip size="0.875rem" aria-hidden /> <span aria-hidden>{formatCount(count)}</span>
    <VisuallyHidden>
      <Plural value={count} one="# attachment" other="# attachments" />
    </VisuallyHidden>
  </span>
)
