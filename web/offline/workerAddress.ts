/** Of the service worker: the only script that the policy of the page lets be loaded by its address. */
export const workerAddress = '/service-worker.js'
