export declare function hasFfmpeg(): boolean;
