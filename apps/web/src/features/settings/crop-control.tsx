import { t } from '@lingui/core/macro'
import { Group, Slider, Stack, Text } from '@mantine/core'
import { type Crop, clampCrop, extent, minSide, type Size, zoomCrop } from './crop.ts'
import classes from './crop-control.module.css'
import { useCropGestures } from './use-crop-gestures.ts'

type Props = {
  source: string
  /** The size of the picture; undefined until it has loaded. */
  size: Size | undefined
  crop: Crop
  disabled: boolean
  onSize: (size: Size) => void
  onUnreadable: () => void
  onChange: (crop: Crop) => void
}

/** A square crop of a picture, moved and zoomed by hand, with wheel and keys, or with sliders. */
export function CropControl({ source, size, crop, disabled, onSize, onUnreadable, onChange }: Props) {
  const cropExtent = size ? extent(size, crop.side) : { x: 1, y: 1 }
  const gestures = useCropGestures({ size, crop, disabled, onChange })
  return (
    <Stack>
      <div
        {...gestures}
        className={classes.window}
        role="application"
        aria-label={t`Photo: arrow keys move it, plus and minus zoom`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys and plus and minus work here
        tabIndex={0}
      >
        <img
          className={classes.picture}
          src={source}
          alt={t`Visible part`}
          draggable={false}
          style={{
            width: `${100 / cropExtent.x}%`,
            height: `${100 / cropExtent.y}%`,
            left: `${(-crop.x / cropExtent.x) * 100}%`,
            top: `${(-crop.y / cropExtent.y) * 100}%`,
            visibility: size ? undefined : 'hidden',
          }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width > 0 && height > 0) onSize({ width, height })
            else onUnreadable()
          }}
          onError={onUnreadable}
        />
        <span className={classes.circle} aria-hidden="true" />
      </div>
      {size && (
        <Stack gap={4}>
          <Text size="xs" c="dimmed" ta="center">
            {t`Drag to move. Pinch, scroll or double-tap to zoom.`}
          </Text>
          <CropSlider
            label={t`Zoom`}
            // From 0 for the full square to 1 for the closest zoom.
            value={(1 - crop.side) / (1 - minSide)}
            disabled={disabled}
            onChange={value => onChange(zoomCrop(size, crop, 1 - value * (1 - minSide)))}
          />
          <CropSlider
            label={t`Horizontal position`}
            value={toSliderValue(crop.x, cropExtent.x)}
            disabled={disabled || cropExtent.x >= 0.999}
            onChange={value => onChange(clampCrop(size, { ...crop, x: value * (1 - cropExtent.x) }))}
          />
          <CropSlider
            label={t`Vertical position`}
            value={toSliderValue(crop.y, cropExtent.y)}
            disabled={disabled || cropExtent.y >= 0.999}
            onChange={value => onChange(clampCrop(size, { ...crop, y: value * (1 - cropExtent.y) }))}
          />
        </Stack>
      )}
    </Stack>
  )
}

/** Returns the position of the crop between its two ends, from 0 to 1; 0.5 if it cannot move. */
function toSliderValue(start: number, cropExtent: number): number {
  return cropExtent >= 0.999 ? 0.5 : start / (1 - cropExtent)
}

type CropSliderProps = { label: string; value: number; disabled: boolean; onChange: (value: number) => void }

function CropSlider({ label, value, disabled, onChange }: CropSliderProps) {
  return (
    <Group wrap="nowrap" gap="sm" mih="var(--m-control)" pe="sm">
      <Text span fw={600} w={96} aria-hidden="true">
        {label}
      </Text>
      <Slider
        flex={1}
        thumbLabel={label}
        thumbValueText={percent => `${Math.round(percent)} %`}
        label={null}
        thumbSize={24}
        min={0}
        max={100}
        step={1}
        value={Math.round(value * 100)}
        disabled={disabled}
        onChange={percent => onChange(percent / 100)}
      />
    </Group>
  )
}
