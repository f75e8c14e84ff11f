/** Leaves the console for a page of the backend. */
export const leaveFor = (address: string) => window.location.assign(address);
