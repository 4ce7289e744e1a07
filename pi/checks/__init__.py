"""What is tried before a round: camera, buttons, light, disk, network."""
