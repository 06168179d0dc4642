import { Button, CopyButton, Group, Modal, type ModalProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBackAfter } from './focus/useFocusBack.ts'
import { SecretText } from './SecretText.tsx'

type ShownOnceProps = {
  value: string
  words: { title: string; detail: string; lost: string; copy: string; copied: string; done: string }
  size?: ModalProps['size']
  onClose: () => void
  /** The drawn value, where it is not one line of text. */
  children?: ReactNode
}

/** A secret that is shown this once, to copy. An empty one was made by a request whose answer was lost: it cannot be shown again. */
export function ShownOnce({ value, words, size, onClose, children }: ShownOnceProps) {
  useFocusBackAfter()
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
      {...(size && { size })}
    >
      <Text size="sm">{value === '' ? words.lost : words.detail}</Text>
      {value !== '' && (children ?? <SecretText>{value}</SecretText>)}
      <Group justify="flex-end" mt="lg">
        {value !== '' && (
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        )}
        <Button onClick={onClose} data-autofocus>
          {words.done}
        </Button>
      </Group>
    </Modal>
  )
}
