/** A desktop screen. */
export const desktop = { width: 1440, height: 900 };

/** A usual phone. */
export const phone = { width: 390, height: 844 };

/** The narrowest screen that the app supports. */
export const narrowPhone = { width: 320, height: 640 };
