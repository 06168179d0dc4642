import { useEffect, useRef, useState } from 'react'

const look_ms = 250

/** Shows the camera at the back in a video element and hands out what it shows, a picture at a time, until the element leaves. */
export function useCamera(onPicture: (picture: ImageBitmap) => Promise<void>) {
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const current = useRef(onPicture)
  current.current = onPicture
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    // Also a reader that cannot be loaded: the code is typed then.
    const refuse = () => setIsRefused(true)
    const look = async () => {
      const element = video.current
      if (isOver || !element) return
      if (element.videoWidth > 0) await current.current(await createImageBitmap(element))
      if (!isOver) setTimeout(() => void look().catch(refuse), look_ms)
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stop(stream)
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    begin().catch(refuse)
    return () => {
      isOver = true
      stop(stream)
    }
  }, [])
  return { video, isRefused }
}

const stop = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
