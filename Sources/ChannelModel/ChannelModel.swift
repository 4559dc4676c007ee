// ChannelModel
